//! SimSpark's scene graph as a viewer keeps it: a second implementation, to check what the server
//! writes.
#![allow(dead_code, reason = "not every test binary asks for everything")]

/// A node: the word after `nd`, its pose, and the nodes in it.
#[derive(Clone, Debug, Default)]
struct Node {
    kind: String,
    pose: Option<[f64; 16]>,
    children: Vec<Node>,
}

/// A scene.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The last full message.
    pub text: String,
    top: Vec<Node>,
}

/// An expression: words and expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    Word(String),
    List(Vec<Item>),
}

/// Reads a sequence of expressions.
pub fn items(text: &str) -> Vec<Item> {
    let mut open = vec![Vec::new()];
    let mut word = String::new();
    for c in text.chars() {
        if matches!(c, '(' | ')' | ' ') && !word.is_empty() {
            open.last_mut().unwrap().push(Item::Word(std::mem::take(&mut word)));
        }
        match c {
            '(' => open.push(Vec::new()),
            ')' => {
                let list = open.pop().unwrap();
                open.last_mut().expect("parentheses match").push(Item::List(list));
            }
            ' ' => {}
            c => word.push(c),
        }
    }
    assert_eq!(open.len(), 1, "parentheses match");
    open.pop().unwrap()
}

impl Item {
    pub fn list(&self) -> &[Item] {
        match self {
            Self::List(list) => list,
            Self::Word(word) => panic!("{word} is not a list"),
        }
    }

    pub fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            Self::List(_) => None,
        }
    }

    fn head(&self) -> Option<&str> {
        match self {
            Self::List(list) => list.first().and_then(Self::word),
            Self::Word(_) => None,
        }
    }

    fn numbers(&self) -> Vec<f64> {
        self.list()[1..].iter().map(|number| number.word().unwrap().parse().unwrap()).collect()
    }
}

impl Scene {
    /// Reads the scene of a full message.
    pub fn read(message: &str) -> Self {
        let parts = items(message);
        let [_, header, nodes] = &parts[..] else { panic!("{message}") };
        assert_eq!(header.head(), Some("RSG"));
        Self { text: message.to_owned(), top: nodes.list().iter().map(Node::read).collect() }
    }

    /// Applies a message with differences.
    pub fn apply(&mut self, message: &str) {
        let parts = items(message);
        let [_, header, nodes] = &parts[..] else { panic!("{message}") };
        assert_eq!(header.head(), Some("RDS"));
        assert_eq!(nodes.list().len(), self.top.len());
        self.top.iter_mut().zip(nodes.list()).for_each(|(node, item)| node.apply(item));
    }

    /// Returns the number of nodes at the top level.
    pub fn nodes(&self) -> usize {
        self.top.len()
    }

    fn node(&self, path: &[usize]) -> &Node {
        path[1..].iter().fold(&self.top[path[0]], |node, &child| &node.children[child])
    }

    /// Returns the position of a node in its parent's frame.
    pub fn position(&self, path: &[usize]) -> [f64; 3] {
        let pose = self.node(path).pose.unwrap();
        [pose[12], pose[13], pose[14]]
    }

    /// Returns one of a node's axes in its parent's frame.
    pub fn axis(&self, path: &[usize], axis: usize) -> [f64; 3] {
        let pose = self.node(path).pose.unwrap();
        [pose[axis * 4], pose[axis * 4 + 1], pose[axis * 4 + 2]]
    }

    /// Returns the largest difference between elements of poses. Both scenes have the same nodes.
    pub fn largest_difference(&self, other: &Self) -> f64 {
        self.top.iter().zip(&other.top).map(|(a, b)| a.difference(b)).fold(0.0, f64::max)
    }
}

impl Node {
    fn read(item: &Item) -> Self {
        let [nd, kind, rest @ ..] = item.list() else { panic!("{item:?}") };
        assert_eq!(nd.word(), Some("nd"));
        let kind = kind.word().expect("a full node has a kind").to_owned();
        let mut pose = None;
        let mut children = Vec::new();
        for item in rest {
            match item.head() {
                Some("SLT") => pose = Some(item.numbers().try_into().unwrap()),
                Some("nd") => children.push(Self::read(item)),
                _ => assert_ne!(kind, "TRF", "{item:?}"),
            }
        }
        assert_eq!(pose.is_some(), kind == "TRF");
        Self { kind, pose, children }
    }

    fn apply(&mut self, item: &Item) {
        let mut children = self.children.iter_mut();
        for item in &item.list()[1..] {
            match (item.head(), item.word()) {
                (Some("SLT"), _) => {
                    assert_eq!(self.kind, "TRF");
                    self.pose = Some(item.numbers().try_into().unwrap());
                }
                (Some("nd"), _) => children.next().expect("the same nodes").apply(item),
                (Some("setVisible"), _) => assert_ne!(self.kind, "TRF"),
                (None, Some(kind)) => assert_eq!(kind, self.kind),
                _ => panic!("{item:?}"),
            }
        }
        assert!(children.next().is_none(), "the same nodes");
    }

    fn difference(&self, other: &Self) -> f64 {
        assert_eq!((&self.kind, self.children.len()), (&other.kind, other.children.len()));
        let own = self.pose.iter().flatten().zip(other.pose.iter().flatten());
        let own = own.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let below = self.children.iter().zip(&other.children).map(|(a, b)| a.difference(b));
        below.fold(own, f64::max)
    }
}
