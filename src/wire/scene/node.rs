//! Nodes of a scene.

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whatever is none of the others, such as `BN`: it only has nodes in it.
    Base,
    /// `TRF`: moves what is in it.
    Transform,
    /// `StaticMesh`: a mesh of a file.
    StaticMesh,
    /// `SMN`: a mesh that viewers know by name; rcsssmj says so of files, too.
    StandardMesh,
    /// `Light`.
    Light,
    /// `DSC`: says whose nodes are in it. SimSpark has none.
    Description,
}

/// A node, without its pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Index of the node that it is in.
    pub parent: Option<usize>,
    /// How many nodes it is in.
    pub depth: usize,
    /// What it is.
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
    /// What stands behind the name: length and radius of a `StdUnitCylinder` or a `StdCapsule`, m.
    pub parameters: Vec<f64>,
    /// Size along its own axes, as multiples of the model's.
    pub scale: [f64; 3],
    /// Names of materials, in the order of the model's.
    pub materials: Vec<String>,
    /// Red, green, blue and opacity, where there is a colour instead of a material.
    pub colour: Option<[f64; 4]>,
    /// Is it shown?
    pub visible: bool,
    /// Is it drawn after all that is not transparent?
    pub transparent: bool,
}

/// Colours of a light: red, green, blue and opacity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Light {
    /// Of what it lights directly.
    pub diffuse: [f64; 4],
    /// Of all around.
    pub ambient: [f64; 4],
    /// Of highlights.
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
