//! Sums of products: from truth tables, and into gates.

use crate::passes::sketch::{Code, Sketch, variable};
use crate::passes::window::{LEAVES, Table, and, inverted_if, or};

/// A product of literals: bit `2 * var + inverted` for each.
pub(crate) type Cube = u32;

/// An irredundant sum of products that holds on all of `lower` and nowhere outside of `upper`, and
/// its table; `None` if it has too many products.
///
/// After Minato, "Fast Generation of Irredundant Sum-of-Products Forms" (SASIMI 1992).
pub(crate) fn irredundant(
    lower: &Table,
    upper: &Table,
    n_vars: usize,
    limit: usize,
) -> Option<(Vec<Cube>, Table)> {
    if lower.iter().all(|&word| word == 0) {
        return Some((Vec::new(), [0; 4]));
    }
    if upper.iter().all(|&word| word == !0) {
        return Some((vec![0], [!0; 4]));
    }
    let depends = |table: &Table, var: usize| {
        let (one, zero) = cofactors(table, var);
        one != zero
    };
    let var = (0..n_vars)
        .rfind(|&var| depends(lower, var) || depends(upper, var))
        .expect("neither empty nor full, so it depends on something");
    let ((lower1, lower0), (upper1, upper0)) = (cofactors(lower, var), cofactors(upper, var));
    let without = |table: &Table, other: &Table| and(table, &inverted_if(other, true));

    let (cubes0, table0) = irredundant(&without(&lower0, &upper1), &upper0, var, limit)?;
    let (cubes1, table1) = irredundant(&without(&lower1, &upper0), &upper1, var, limit)?;
    let rest = or(&without(&lower0, &table0), &without(&lower1, &table1));
    let (shared, table) = irredundant(&rest, &and(&upper0, &upper1), var, limit)?;

    let mut cubes = shared;
    cubes.extend(cubes0.iter().map(|cube| cube | 1 << (2 * var + 1)));
    cubes.extend(cubes1.iter().map(|cube| cube | 1 << (2 * var)));
    let table0 = without(&table0, &LEAVES[var]);
    let table1 = and(&table1, &LEAVES[var]);
    (cubes.len() <= limit).then(|| (cubes, or(&table, &or(&table0, &table1))))
}

/// Draws a sum of products, with literals that many products share taken out of them.
pub(crate) fn factored(sketch: &mut Sketch, cubes: &[Cube]) -> Code {
    if cubes.is_empty() {
        return 0;
    }
    if cubes.contains(&0) {
        return 1;
    }
    let common = cubes.iter().fold(!0, |common, cube| common & cube);
    if common != 0 {
        let rest: Vec<Cube> = cubes.iter().map(|cube| cube & !common).collect();
        let factor = product(sketch, common);
        let rest = factored(sketch, &rest);
        return sketch.and(factor, rest);
    }
    let count = |literal: u32| cubes.iter().filter(|&cube| cube >> literal & 1 == 1).count();
    let most =
        (0..Cube::BITS).max_by_key(|&literal| (count(literal), !literal)).expect("not empty");
    let (with, without): (Vec<Cube>, Vec<Cube>) = if count(most) > 1 {
        cubes.iter().partition(|&cube| cube >> most & 1 == 1)
    } else {
        (cubes[..1].to_vec(), cubes[1..].to_vec())
    };
    let (x, y) = (factored(sketch, &with), factored(sketch, &without));
    sketch.and(x ^ 1, y ^ 1) ^ 1
}

fn product(sketch: &mut Sketch, cube: Cube) -> Code {
    (0..Cube::BITS).filter(|literal| cube >> literal & 1 == 1).fold(1, |all, literal| {
        let code = variable(literal as usize / 2) | (literal as Code & 1);
        sketch.and(all, code)
    })
}

/// The positive and the negative cofactor, as tables that do not depend on the variable.
fn cofactors(table: &Table, var: usize) -> (Table, Table) {
    if let Some(stride) = 1_usize.checked_shl(var as u32).filter(|_| var >= 6).map(|bits| bits / 64)
    {
        let one = std::array::from_fn(|word| table[word | stride]);
        let zero = std::array::from_fn(|word| table[word & !stride]);
        return (one, zero);
    }
    let (shift, mask) = (1 << var, LEAVES[var][0]);
    let one = table.map(|word| word & mask | (word & mask) >> shift);
    let zero = table.map(|word| word & !mask | (word & !mask) << shift);
    (one, zero)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn covers_the_lower_and_stays_in_the_upper_bound() {
        let mut random = Random::new(1);
        for round in 0..300 {
            let mut word = || [0; 4].map(|_: u64| random.word());
            let (x, y) = (word(), word());
            // Tables of few variables are simpler, so that not only the limit is tested.
            let simplify = |table: Table| if round % 2 == 0 { [table[0]; 4] } else { table };
            let (lower, upper) = (simplify(and(&x, &y)), simplify(or(&x, &y)));
            let (cubes, table) = irredundant(&lower, &upper, 8, 200).expect("below the limit");
            assert_eq!(and(&lower, &table), lower);
            assert_eq!(or(&upper, &table), upper);
            let mut by_cubes = [0; 4];
            for cube in &cubes {
                let literal = |literal: usize| inverted_if(&LEAVES[literal / 2], literal % 2 == 1);
                let product = (0..16)
                    .filter(|bit| cube >> bit & 1 == 1)
                    .fold([!0; 4], |product, bit| and(&product, &literal(bit)));
                by_cubes = or(&by_cubes, &product);
            }
            assert_eq!(by_cubes, table);
            if cubes.iter().map(|cube| cube.count_ones()).sum::<u32>() <= 50 {
                let mut sketch = Sketch::new(8, 0);
                sketch.root = factored(&mut sketch, &cubes);
                for (index, word) in table.into_iter().enumerate() {
                    assert_eq!(sketch.table(&LEAVES.map(|table| table[index])), word);
                }
            }
        }
    }
}
