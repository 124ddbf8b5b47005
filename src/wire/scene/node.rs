//! Nodes of a scene.

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any other node, such as `BN`: it only has nodes in it.
    Base,
    /// `TRF`: transforms the nodes in it.
    Transform,
    /// `StaticMesh`: a mesh from a file.
    StaticMesh,
    /// `SMN`: a mesh that viewers know by name; rcsssmj uses it for files, too.
    StandardMesh,
    /// `Light`.
    Light,
    /// `DSC`: identifies the owner of the nodes in it. SimSpark has none.
    Description,
}

/// A node, without its pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Index of the node that it is in.
    pub parent: Option<usize>,
    /// Number of nodes that it is nested in.
    pub depth: usize,
    /// Its kind.
    pub kind: Kind,
    /// What a mesh looks like.
    pub mesh: Option<Box<Mesh>>,
    /// Colours of a light.
    pub light: Option<Box<Light>>,
    /// Words of a description, such as `agent`, a team's name and a number.
    pub description: Vec<String>,
}

/// What a mesh looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// A file, or a name such as `StdUnitBox`.
    pub model: String,
    /// Numbers after the name: length and radius of a `StdUnitCylinder`, radius and length of a
    /// `StdCapsule`, m.
    pub parameters: Vec<f64>,
    /// Size along its own axes, as multiples of the model's.
    pub scale: [f64; 3],
    /// Names of materials, in the order of the model's.
    pub materials: Vec<String>,
    /// Red, green, blue and opacity, where there is a colour instead of a material.
    pub colour: Option<[f64; 4]>,
    /// Whether it is shown.
    pub visible: bool,
    /// Whether it is drawn after everything that is not transparent.
    pub transparent: bool,
}

/// Colours of a light: red, green, blue and opacity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Light {
    /// Colour of the objects that it lights directly.
    pub diffuse: [f64; 4],
    /// Colour of everything around.
    pub ambient: [f64; 4],
    /// Colour of highlights.
    pub specular: [f64; 4],
}

impl Default for Mesh {
    fn default() -> Self {
        Self {
            model: String::new(),
            parameters: Vec::new(),
            scale: [1.0; 3],
            materials: Vec::new(),
            colour: None,
            visible: true,
            transparent: false,
        }
    }
}
