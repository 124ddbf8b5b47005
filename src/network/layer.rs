//! The operators that a network applies to a row of numbers, as ONNX defines them.

/// Columns that are summed up side by side, so that the compiler finds a register for them.
const LANES: usize = 8;

/// One operator.
#[derive(Clone, Debug)]
pub(super) enum Layer {
    /// `Add`: the constant may be one number for all.
    Add(Vec<f32>),
    /// `Sub`: minus the constant.
    Sub(Vec<f32>),
    /// `Mul`.
    Mul(Vec<f32>),
    /// `Div`: by the constant.
    Div(Vec<f32>),
    /// `Clip`.
    Clip(f32, f32),
    /// `Gemm`: a row of weights for each output.
    Dense { weights: Vec<f32>, bias: Vec<f32> },
    /// `Elu` with its alpha.
    Elu(f32),
    /// `Relu`.
    Relu,
    /// `Tanh`.
    Tanh,
}

impl Layer {
    /// Number of outputs, if that does not depend on the number of inputs.
    pub(super) fn outputs(&self) -> Option<usize> {
        match self {
            Self::Dense { bias, .. } => Some(bias.len()),
            _ => None,
        }
    }

    /// Checks that the operator can be applied to a row of `width` numbers; returns the width of
    /// the result.
    pub(super) fn fits(&self, width: usize) -> Result<usize, String> {
        let (operator, constants) = match self {
            Self::Dense { weights, bias } => {
                let inputs = weights.len().checked_div(bias.len()).unwrap_or(0);
                if inputs != width {
                    return Err(format!("Gemm: takes {inputs} numbers, not {width}"));
                }
                return Ok(bias.len());
            }
            Self::Add(constants) => ("Add", constants),
            Self::Sub(constants) => ("Sub", constants),
            Self::Mul(constants) => ("Mul", constants),
            Self::Div(constants) => ("Div", constants),
            Self::Clip(..) | Self::Elu(_) | Self::Relu | Self::Tanh => return Ok(width),
        };
        if constants.len() != 1 && constants.len() != width {
            return Err(format!("{operator}: {} numbers for {width}", constants.len()));
        }
        Ok(width)
    }

    pub(super) fn apply(&self, row: &mut Vec<f32>) {
        match self {
            Self::Add(constants) => combine(row, constants, |x, c| x + c),
            Self::Sub(constants) => combine(row, constants, |x, c| x - c),
            Self::Mul(constants) => combine(row, constants, |x, c| x * c),
            Self::Div(constants) => combine(row, constants, |x, c| x / c),
            Self::Clip(low, high) => row.iter_mut().for_each(|x| *x = x.max(*low).min(*high)),
            Self::Elu(alpha) => {
                row.iter_mut().filter(|x| **x < 0.0).for_each(|x| *x = alpha * x.exp_m1());
            }
            Self::Relu => row.iter_mut().for_each(|x| *x = x.max(0.0)),
            Self::Tanh => row.iter_mut().for_each(|x| *x = x.tanh()),
            Self::Dense { weights, bias } => {
                let rows = weights.chunks_exact(row.len().max(1));
                *row = rows.zip(bias).map(|(weights, bias)| bias + dot(weights, row)).collect();
            }
        }
    }
}

fn combine(row: &mut [f32], constants: &[f32], operator: impl Fn(f32, f32) -> f32) {
    match constants {
        [one] => row.iter_mut().for_each(|x| *x = operator(*x, *one)),
        all => row.iter_mut().zip(all).for_each(|(x, c)| *x = operator(*x, *c)),
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    let (mut a, mut b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    for (a, b) in a.by_ref().zip(b.by_ref()) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = a.remainder().iter().zip(b.remainder()).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}
