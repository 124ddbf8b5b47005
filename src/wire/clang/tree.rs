//! The parts of messages. Coordinates are those of the team that is addressed, in m: its own goal
//! is at negative x, and y points to the right when facing the other goal. Angles are in degrees.

use super::Name;

/// A message of an online coach.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// Versions of the language that the coach speaks.
    Meta(Vec<f64>),
    /// Any text of up to 128 characters.
    Freeform(String),
    /// What the coach has observed (version 7).
    Info(Vec<Token>),
    /// What players are to do (version 7).
    Advice(Vec<Token>),
    /// Definitions, in their order.
    Define(Vec<Definition>),
    /// What players hear instead of a message in a version that they do not understand.
    Unsupported,
    /// Rules turned on and off, in their order.
    Rule(Vec<Activation>),
    /// Rules that are not needed any more.
    Delete(RuleNames),
}

/// An element of info and advice.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// Everything said before is to be forgotten.
    Clear,
    /// Directives while a condition holds.
    Rule {
        /// How long it is valid, in cycles.
        lifetime: i32,
        /// When it applies.
        condition: Condition,
        /// What is to be done (advice), or is done (info); at least one.
        directives: Vec<Directive>,
    },
}

/// Rules by their names: one or more, or all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleNames {
    /// All that are defined.
    All,
    /// The rules with these names, at least one.
    Some(Vec<Name>),
}

impl RuleNames {
    /// Whether a rule of this name is meant.
    pub fn contains(&self, name: Name) -> bool {
        match self {
            Self::All => true,
            Self::Some(names) => names.contains(&name),
        }
    }
}

/// Rules turned on or off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activation {
    /// Whether they are turned on.
    pub on: bool,
    /// The rules that are turned on or off.
    pub rules: RuleNames,
}

/// A definition, which gives something a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Definition {
    /// `definec`
    Condition(Name, Condition),
    /// `defined`
    Directive(Name, Directive),
    /// `definer`
    Region(Name, Region),
    /// `definea`
    Action(Name, Action),
    /// `definerule`
    Rule {
        /// Its name.
        name: Name,
        /// Advice or observation.
        mode: RuleMode,
        /// The rule.
        rule: Rule,
    },
}

/// What a rule is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleMode {
    /// It describes behaviour that was observed (`model`).
    Model,
    /// It tells players what to do (`direc`).
    Directive,
}

/// What is to be done, and when.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// Directives under a condition; at least one.
    Simple {
        /// When they apply.
        condition: Condition,
        /// What is to be done.
        directives: Vec<Directive>,
    },
    /// Rules under a further condition; at least one.
    Nested {
        /// What must hold besides the rules' own conditions.
        condition: Condition,
        /// The rules.
        rules: Vec<Rule>,
    },
    /// Rules that were defined before.
    Names(RuleNames),
}

/// What some players are to do, or not to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Directive {
    /// One that was defined before.
    Named(Name),
    /// Actions for players.
    Players {
        /// Whether it is `do`, not `dont`.
        positive: bool,
        /// The team whose players are meant.
        team: Team,
        /// Which of them.
        players: UnumSet,
        /// Alternatives, at least one.
        actions: Vec<Action>,
    },
}

/// What a player can be told to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// One that was defined before.
    Named(Name),
    /// `pos`: be in a region.
    Position(Region),
    /// `home`: be in a region when there is nothing else to do.
    Home(Region),
    /// `bto` with a region: move the ball there in one of these ways.
    BallToRegion(Region, BallMoves),
    /// `bto` with players: move the ball to one of them.
    BallToPlayers(UnumSet),
    /// `mark`: mark one of these opponents.
    Mark(UnumSet),
    /// `markl` with players: mark the passing lane from the ball to one of these opponents.
    MarkLaneToPlayers(UnumSet),
    /// `markl` with a region: mark the passing lane from the ball to it.
    MarkLaneToRegion(Region),
    /// `oline`: set the line of the offside trap.
    OffsideLine(Region),
    /// `htype`: the index of the player's type; -1 clears it.
    PlayerType(i32),
    /// `pass` with a region: pass to somebody there.
    PassToRegion(Region),
    /// `pass` with players: pass to one of them.
    PassToPlayers(UnumSet),
    /// `dribble`: take the ball to a region.
    Dribble(Region),
    /// `clear`: kick the ball out of a region.
    Clear(Region),
    /// `shoot`: shoot at the goal.
    Shoot,
    /// `hold`: keep the ball from opponents without moving away.
    Hold,
    /// `intercept`: get the ball.
    Intercept,
    /// `tackle`: tackle one of these players.
    Tackle(UnumSet),
}

/// Ways to move the ball, in version 7's `bto`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BallMoves {
    /// `p`
    pub pass: bool,
    /// `d`
    pub dribble: bool,
    /// `c`
    pub clear: bool,
    /// `s`
    pub score: bool,
}

/// The team whose players are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Team {
    /// The players of the coach's team.
    Our,
    /// The opponents.
    Opp,
}

/// A condition on the state of the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// Always.
    True,
    /// Never.
    False,
    /// One that was defined before.
    Named(Name),
    /// `ppos`: at least `minimum` and at most `maximum` of these players are in a region.
    PlayerPosition {
        /// The team whose players are meant.
        team: Team,
        /// Which of them.
        players: UnumSet,
        /// Least number of players.
        minimum: i32,
        /// Greatest number of players.
        maximum: i32,
        /// The region.
        region: Region,
    },
    /// `bpos`: the ball is in a region.
    BallPosition(Region),
    /// `bowner`: one of these players was the last who could kick the ball.
    BallOwner(Team, UnumSet),
    /// `playm`
    PlayMode(PlayMode),
    /// All of them; at least one.
    And(Vec<Condition>),
    /// One of them; at least one.
    Or(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// A number of the game, compared with a constant.
    Compare {
        /// What stands on the left.
        quantity: Quantity,
        /// How they compare.
        comparison: Comparison,
        /// The constant.
        value: i32,
    },
    /// `unum`: the variable is one of these players; if it is unbound, it is bound to them.
    Unum {
        /// The variable.
        variable: Unum,
        /// The players.
        players: UnumSet,
    },
}

/// A number of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Cycles since the start.
    Time,
    /// Goals of the coach's team.
    OurGoals,
    /// Goals of the opponents.
    OppGoals,
    /// Our goals less theirs.
    GoalDifference,
}

/// How numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `>=`
    GreaterEqual,
    /// `>`
    Greater,
}

/// The language's play modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayMode {
    /// `bko`
    BeforeKickOff,
    /// `time_over`
    TimeOver,
    /// `play_on`
    PlayOn,
    /// `ko_our`, `ko_opp`
    KickOff(Team),
    /// `ki_our`, `ki_opp`
    KickIn(Team),
    /// `fk_our`, `fk_opp`
    FreeKick(Team),
    /// `ck_our`, `ck_opp`
    CornerKick(Team),
    /// `gk_our`, `gk_opp`
    GoalKick(Team),
    /// `gc_our`, `gc_opp`: a goalie has caught the ball.
    GoalieCatch(Team),
    /// `ag_our`, `ag_opp`: after a goal of that team.
    AfterGoal(Team),
}

/// A region of the pitch.
#[derive(Clone, Debug, PartialEq)]
pub enum Region {
    /// Nowhere.
    Null,
    /// One that was defined before.
    Named(Name),
    /// A single point.
    Point(Point),
    /// The rectangle between two opposite corners, parallel to the lines of the pitch.
    Rectangle([Point; 2]),
    /// A triangle.
    Triangle([Point; 3]),
    /// A quadrangle (version 7).
    Quadrangle([Point; 4]),
    /// Part of a ring.
    Arc {
        /// Its centre.
        centre: Point,
        /// From this distance, m.
        inner: f64,
        /// To this distance, m.
        outer: f64,
        /// From this direction, degrees.
        begin: f64,
        /// Over this angle, degrees.
        span: f64,
    },
    /// Everything that is in one of them; at least one.
    Union(Vec<Region>),
}

/// A point of the pitch.
#[derive(Clone, Debug, PartialEq)]
pub enum Point {
    /// At coordinates, m.
    Absolute {
        /// Towards the other goal.
        x: f64,
        /// To the right.
        y: f64,
    },
    /// At an offset from another point, m (version 7; not in the manual).
    Relative {
        /// Towards the other goal.
        x: f64,
        /// To the right.
        y: f64,
        /// The other point.
        origin: Box<Point>,
    },
    /// Where the ball is.
    Ball,
    /// Where a player is.
    Player(Team, Unum),
    /// Two points added, subtracted, multiplied or divided, coordinate by coordinate.
    Arithmetic {
        /// The first.
        left: Box<Point>,
        /// The operation.
        operator: Operator,
        /// The second.
        right: Box<Point>,
    },
}

/// An operation on the coordinates of two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

/// Players by their uniform numbers; at least one element.
pub type UnumSet = Vec<Unum>;

/// A player, or a variable that stands for one or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unum {
    /// A uniform number; 0 in a set is all players.
    Number(i32),
    /// A variable.
    Variable(Name),
    /// A variable that is written in quotes.
    Quoted(Name),
}
