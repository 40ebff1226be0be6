//! Which array is for what: as the user says, else by its name, else by its shape beside the
//! others.

use super::{
    Notice, Piece, Placed, Role, Why,
    mask::{HIDDEN, is_mark},
    names::{Layout, Named, Order, named},
    said::{Item, Said, Unfit},
};
use crate::input::{Arrangement, Array, Fault, MOST_NUMBERS, Meaning, Topic, Values, likeliest};

/// What the arrays were placed as.
pub(super) struct Places<'a> {
    of: Vec<Place<'a>>,
}

/// One array in its place.
struct Place<'a> {
    item: Item<'a>,
    role: Option<Role>,
    is_certain: bool,
    /// Whether the user says what it is.
    is_told: bool,
    named: Option<Named>,
}

impl<'a> Places<'a> {
    /// Places every array.
    pub(super) fn new(pieces: &'a [Piece], said: &mut Said<'_>) -> Self {
        let mut places = Self { of: Vec::new() };
        for (number, piece) in pieces.iter().enumerate() {
            for (index, array) in piece.reading.arrays.iter().enumerate() {
                let has_siblings = pieces.len() > 1;
                let item = Item { piece: number, index, has_siblings, array };
                let told = piece.roles.get(index).copied().flatten();
                places.of.push(Place::new(item, told));
            }
        }
        for number in 0..pieces.len() {
            places.choose_block(number, said);
            places.choose_array(number, said);
        }
        places.move_second_x();
        places.free_lone_names();
        places.place_by_shape(said);
        places
    }

    /// The array in a place.
    pub(super) fn get(&self, role: Role) -> Option<Item<'a>> {
        self.of.iter().find(|place| place.role == Some(role)).map(|place| place.item)
    }

    pub(super) fn has(&self, role: Role) -> bool {
        self.get(role).is_some()
    }

    /// The first of some roles that is taken.
    pub(super) fn first_of(&self, roles: &[Role]) -> Option<(Role, Item<'a>)> {
        roles.iter().find_map(|role| Some((*role, self.get(*role)?)))
    }

    /// How the libraries that use the name of this parameter lay it out.
    pub(super) fn layout(&self, role: Role) -> Option<Layout> {
        self.named(role)?.layout
    }

    pub(super) fn order(&self, role: Role) -> Option<(Order, bool)> {
        self.named(role)?.order
    }

    fn named(&self, role: Role) -> Option<&Named> {
        self.of.iter().find(|place| place.role == Some(role))?.named.as_ref()
    }

    /// Two arrays in one place.
    pub(super) fn refuse_twice(&self) -> Result<(), Unfit> {
        for (i, place) in self.of.iter().enumerate() {
            let Some(role) = place.role.filter(|role| *role != Role::Unused) else { continue };
            if self.of[..i].iter().any(|before| before.role == Some(role)) {
                return Err(Why::Twice { role }.at(place.item.spot()).into());
            }
        }
        Ok(())
    }

    /// Arrays in a place whose numbers were left in the file: the piece, the array.
    pub(super) fn unread(&self) -> Result<Vec<(usize, usize)>, Unfit> {
        let mut unread = Vec::new();
        for place in self.of.iter().filter(|place| place.role != Some(Role::Unused)) {
            let Values::Unread(found) = place.item.array.values else { continue };
            if found > MOST_NUMBERS {
                let fault = Fault::TooMany { found, limit: MOST_NUMBERS }.whole();
                return Err(Why::Read(fault).at(place.item.spot()).into());
            }
            unread.push((place.item.piece, place.item.index));
        }
        Ok(unread)
    }

    pub(super) fn placed(&self) -> Vec<Placed> {
        let placed = |place: &Place<'_>| Placed {
            piece: place.item.piece,
            array: place.item.index,
            role: place.role.unwrap_or(Role::Unused),
            is_certain: place.is_certain,
            shape: place.item.array.shape.clone(),
        };
        self.of.iter().map(placed).collect()
    }

    /// Names of the arrays that are for nothing.
    pub(super) fn unused(&self) -> Vec<String> {
        let unused = self.of.iter().filter(|place| matches!(place.role, None | Some(Role::Unused)));
        unused.map(|place| place.item.name()).collect()
    }

    /// Of a checkpoint with several layers, one: the arrays of the others are left out.
    fn choose_block(&mut self, piece: usize, said: &mut Said<'_>) {
        let mut blocks: Vec<String> = Vec::new();
        for place in self.of.iter().filter(|place| place.item.piece == piece) {
            let block = place.parameter_block();
            blocks.extend(block.filter(|block| !blocks.contains(block)).cloned());
        }
        if blocks.len() < 2 {
            return;
        }
        let option = |name: &String| Meaning::Arranged(Arrangement::Block { name: name.clone() });
        let options = blocks.iter().map(option).collect();
        let chosen = said.ask_piece(piece, Topic::Block, options, 0, true);
        for place in self.of.iter_mut().filter(|place| place.item.piece == piece) {
            if place.parameter_block().is_some_and(|block| Some(block) != blocks.get(chosen)) {
                (place.role, place.is_certain) = (Some(Role::Unused), true);
            }
        }
    }

    /// Of several arrays of which nothing is known, one; as [`crate::input::view`] asks.
    fn choose_array(&mut self, piece: usize, said: &mut Said<'_>) {
        let is_of = |place: &&mut Place<'_>| place.item.piece == piece && place.is_matrix();
        let mut of: Vec<&mut Place<'_>> = self.of.iter_mut().filter(is_of).collect();
        let is_used = |role: Role| role != Role::Unused;
        if of.iter().any(|place| place.role.is_some_and(is_used)) {
            // What some are for is known; of the others nothing is.
            for place in of.into_iter().filter(|place| place.role.is_none()) {
                place.role = Some(Role::Unused);
            }
            return;
        }
        of.retain(|place| place.role.is_none());
        let count = of.len();
        let option = |(i, place): (usize, &&mut Place<'_>)| {
            let (array, number) = (place.item.array, i + 1);
            let shape = array.shape.clone();
            match array.name.clone() {
                Some(name) => Meaning::TheArray { name, shape },
                None => Meaning::TheNth { number, count, shape },
            }
        };
        let options: Vec<Meaning> = of.iter().enumerate().map(option).collect();
        let default = likeliest(&of.iter().map(|place| place.item.array).collect::<Vec<_>>());
        let chosen = said.ask_piece(piece, Topic::Array, options, default, true);
        for (i, place) in of.iter_mut().enumerate() {
            if i != chosen {
                place.role = Some(Role::Unused);
            }
        }
    }

    /// A second X is that of the keys; not where one piece has both under one name.
    fn move_second_x(&mut self) {
        let mut xs = self.of.iter_mut().filter(|place| place.role == Some(Role::X));
        let mut xs = xs.by_ref().filter(|place| !place.is_told);
        let (Some(first), Some(second)) = (xs.next(), xs.next()) else { return };
        let is_repeated = first.item.piece == second.item.piece
            && first.item.array.name == second.item.array.name;
        if !is_repeated {
            (second.role, second.is_certain) = (Some(Role::XKeys), false);
        }
    }

    /// A letter such as `v` names no ready values where nothing is there that they could serve.
    fn free_lone_names(&mut self) {
        let mut matrices = self.of.iter_mut().filter(|place| place.is_matrix());
        let (Some(lone), None) = (matrices.next(), matrices.next()) else { return };
        if !lone.is_told && matches!(lone.role, Some(Role::Keys | Role::Values)) {
            (lone.role, lone.is_certain) = (None, false);
        }
    }

    /// What names do not tell, shapes do.
    fn place_by_shape(&mut self, said: &mut Said<'_>) {
        for i in 0..self.of.len() {
            if self.of[i].role.is_none() {
                let role = self.by_shape(self.of[i].item.array);
                if role == Role::Weights {
                    said.note(Notice::LooksLikeWeights);
                }
                self.of[i].role = Some(role);
            }
        }
    }

    fn by_shape(&self, array: &Array) -> Role {
        let free = |roles: &[Role]| roles.iter().copied().find(|role| !self.has(*role));
        let numbers = match &array.values {
            Values::Texts(_) => {
                return free(&[Role::Tokens, Role::KeyTokens]).unwrap_or(Role::Unused);
            }
            Values::Booleans(_) => return free(&[Role::Mask]).unwrap_or(Role::Unused),
            Values::Numbers(numbers) => numbers.as_slice(),
            Values::Unread(_) => &[],
        };
        let starts = [Role::X, Role::Queries, Role::Scores, Role::Weights];
        let Some((start, first)) = self.first_of(&starts) else {
            let is_stochastic = array.shape.len() >= 2 && are_weights(numbers, &array.shape);
            return if is_stochastic { Role::Weights } else { Role::X };
        };
        let [n, d] = last_two(first.array);
        let n_keys = match start {
            Role::Scores | Role::Weights => d,
            _ => self.first_of(&[Role::Keys, Role::XKeys]).map_or(n, |(_, x)| last_two(x.array)[0]),
        };
        let [rows, cols] = last_two(array);
        let could_be_mask =
            [rows, cols] == [n, n_keys] || (array.shape.len() < 2 && cols == n_keys);
        if could_be_mask && is_mask(numbers) {
            return free(&[Role::Mask]).unwrap_or(Role::Unused);
        }
        if array.shape.len() != 2 {
            return Role::Unused;
        }
        let parameter = match start {
            Role::X if rows == 3 * d || cols == 3 * d => free(&[Role::WFused]),
            Role::X => free(&[Role::WQuery, Role::WKey, Role::WValue, Role::WOutput]),
            Role::Queries => free(&[Role::Keys, Role::Values]),
            _ => free(&[Role::Values]),
        };
        // Rows with names are tokens; without, a matrix that could be a parameter is one.
        let is_fused = parameter == Some(Role::WFused);
        let is_parameter = rows == d || is_fused || self.has(Role::WQuery);
        let is_x = start == Role::X && cols == d;
        let is_x = is_x && (array.row_labels.is_some() || !is_parameter);
        match parameter {
            _ if is_x && !self.has(Role::XKeys) => Role::XKeys,
            Some(role) if start != Role::X || rows == d || cols == d => role,
            _ => Role::Unused,
        }
    }
}

impl<'a> Place<'a> {
    fn new(item: Item<'a>, told: Option<Role>) -> Self {
        let named = item.array.name.as_deref().and_then(named);
        let is_text = matches!(item.array.values, Values::Texts(_));
        // Labels may be called as what they label.
        let by_name = named.as_ref().map(|named| named.role).map(|role| match role {
            Role::Keys if is_text => Role::KeyTokens,
            Role::Queries | Role::X if is_text => Role::Tokens,
            role => role,
        });
        let fits = by_name.filter(|role| is_text == role.takes_texts());
        let role = told.or(fits);
        Self { item, role, is_certain: role.is_some(), is_told: told.is_some(), named }
    }

    fn is_matrix(&self) -> bool {
        !matches!(self.item.array.values, Values::Texts(_))
    }

    /// The layer of a checkpoint, where it is one of its parameters.
    fn parameter_block(&self) -> Option<&String> {
        let named = self.named.as_ref()?;
        (self.role == Some(named.role) && named.role.is_parameter()).then_some(&named.block)
    }
}

/// Rows and columns; a list is one row.
pub(super) fn last_two(array: &Array) -> [usize; 2] {
    let nth = |n: usize| array.shape.iter().rev().nth(n).copied().unwrap_or(1);
    [nth(1), nth(0)]
}

/// Whether every row of a matrix sums to 1, as printed with four decimals, and is not just a
/// choice of one column, as embeddings may be.
fn are_weights(numbers: &[f64], shape: &[usize]) -> bool {
    let Some(cols) = shape.last().copied().filter(|cols| *cols > 1) else { return false };
    let tolerance = 1e-6 + cols as f64 * 5e-5;
    let mut rows = numbers.chunks(cols);
    let sums_to_one = |row: &[f64]| (row.iter().sum::<f64>() - 1.0).abs() <= tolerance;
    let is_share = |value: &f64| (0.0..=1.0).contains(value);
    let is_choice = |row: &[f64]| row.iter().copied().all(is_mark);
    numbers.iter().all(is_share) && rows.clone().all(sums_to_one) && rows.any(|row| !is_choice(row))
}

/// Whether numbers look like a mask: 0 and 1, or something very negative.
fn is_mask(numbers: &[f64]) -> bool {
    (!numbers.is_empty() && numbers.iter().copied().all(is_mark))
        || numbers.iter().any(|value| *value <= HIDDEN)
}
