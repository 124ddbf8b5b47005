//! The small matrix of an island with many more contacts than degrees of freedom: one row for each
//! dof instead of one for each column of W.
//!
//! With H = U^T D^-1 U and V = D U^-T W of [`low_rank`](super::low_rank), let Z = D^-1/2 V. Then
//! H + W W^T = U^T D^-1/2 (I + Z Z^T) D^-1/2 U, and what is in parentheses is factorized. Of a
//! half-solved right-hand side g and the contacts' forces c, D^1/2 y remains, with
//! (I + Z Z^T) y = D^-1/2 g + Z c.

use super::small_matrix::SmallMatrix;
use super::tree_columns::TreeColumns;
use crate::dynamics::data::TreeData;
use crate::math::lane::Lane;

/// Contacts need this many columns for each dof ...
const COLUMNS_PER_DOF: usize = 2;
/// ... and this many in all, before they are better off with a row for each dof.
const MIN_COLUMNS: usize = 512;

/// Whether an island with so many `columns` of W has a row for each of its `dofs`.
pub fn is_better(columns: usize, dofs: usize) -> bool {
    columns > MIN_COLUMNS.max(COLUMNS_PER_DOF * dofs)
}

/// What the matrix with a row for each dof needs. Memory is kept from use to use.
#[derive(Debug, Default)]
pub struct ByDofs {
    /// The contacts' forces, one for each column of W.
    pub push: Vec<f64>,
    /// Roots of the trees' inverse diagonals D^-1, tree by tree.
    scale: Vec<f64>,
    /// Where each tree begins in there.
    starts: Vec<usize>,
    /// Z Z^T, row by row.
    matrix: Vec<f64>,
}

/// A column of Z in one tree, whose dofs begin at `start`.
#[derive(Debug, Default)]
struct Part {
    start: usize,
    numbers: Vec<f64>,
}

impl ByDofs {
    /// Forgets all trees, and begins with this many columns, all without force.
    pub fn begin(&mut self, columns: usize) {
        self.push.clear();
        self.push.resize(columns, 0.0);
        self.scale.clear();
        self.starts.clear();
    }

    /// Adds the next tree, given its solved columns and its lane with the factor and the
    /// half-solved right-hand side, to the right-hand side.
    #[inline(always)]
    pub fn add_tree<L: Lane, D: Lane>(
        &mut self,
        part: &TreeColumns<D>,
        d: &TreeData<L>,
        lane: usize,
        small: &mut SmallMatrix<D::Few>,
    ) {
        let start = self.scale.len();
        self.starts.push(start);
        self.scale.extend(d.inverse_diagonal.iter().map(|inverse| inverse.lane(lane).sqrt()));
        let nv = self.scale.len() - start;
        for (dof, scale) in self.scale[start..].iter().enumerate() {
            let mut sum = d.solver.direction[dof].lane(lane);
            for (columns, values) in part.columns.chunks(D::LANES).zip(part.values.chunks(nv)) {
                for (k, &column) in columns.iter().enumerate() {
                    sum += values[dof].lane(k) * self.push[column];
                }
            }
            small.add_right(start + dof, scale * sum);
        }
    }

    /// Assembles the matrix of these trees, which have all been added.
    #[inline(always)]
    pub fn assemble<D: Lane>(&mut self, trees: &[TreeColumns<D>], small: &mut SmallMatrix<D::Few>) {
        let n = self.scale.len();
        self.matrix.clear();
        self.matrix.resize(n * n, 0.0);
        let (mut first, mut second) = (Part::default(), Part::default());
        for (a, one) in trees.iter().enumerate() {
            for (b, other) in trees.iter().enumerate().skip(a) {
                let mut positions = other.columns.iter().enumerate().peekable();
                for (i, column) in one.columns.iter().enumerate() {
                    while positions.next_if(|(_, other)| *other < column).is_some() {}
                    let Some((j, _)) = positions.next_if(|(_, other)| *other == column) else {
                        continue;
                    };
                    self.gather(one, a, i, &mut first);
                    self.gather(other, b, j, &mut second);
                    self.add_product(&first, &second);
                }
            }
        }
        small.reset(n);
        for (row, numbers) in self.matrix.chunks_exact(n).enumerate() {
            for (column, number) in numbers.iter().enumerate().skip(row) {
                small.add(row, column, *number);
            }
        }
    }

    /// Copies what a tree's column at this `position` has there, scaled.
    #[inline(always)]
    fn gather<D: Lane>(&self, tree: &TreeColumns<D>, index: usize, position: usize, to: &mut Part) {
        let start = self.starts[index];
        let end = self.starts.get(index + 1).map_or(self.scale.len(), |end| *end);
        let values = &tree.values[position / D::LANES * (end - start)..];
        let scales = &self.scale[start..end];
        to.start = start;
        to.numbers.clear();
        to.numbers.extend(
            values.iter().zip(scales).map(|(value, scale)| value.lane(position % D::LANES) * scale),
        );
    }

    /// Adds the products of two parts of a column to the matrix.
    #[inline(always)]
    fn add_product(&mut self, first: &Part, second: &Part) {
        let n = self.scale.len();
        for (row, weight) in (first.start..).zip(&first.numbers) {
            // A contact pushes few of a tree's bodies.
            if *weight != 0.0 {
                let entries = &mut self.matrix[row * n + second.start..];
                for (entry, number) in entries.iter_mut().zip(&second.numbers) {
                    *entry += weight * number;
                }
            }
        }
    }

    /// Corrects the half-solved right-hand side of the tree `index`, given the solution.
    #[inline(always)]
    pub fn correct<L: Lane, F: Lane>(
        &self,
        index: usize,
        small: &SmallMatrix<F>,
        d: &mut TreeData<L>,
        lane: usize,
    ) {
        let start = self.starts[index];
        let s = &mut d.solver;
        let scales = &self.scale[start..];
        for (dof, (right, scale)) in (start..).zip(s.direction.iter_mut().zip(scales)) {
            let number = small.right(dof) / scale;
            s.correction[dof - start].set_lane(lane, number - right.lane(lane));
            right.set_lane(lane, number);
        }
    }
}
