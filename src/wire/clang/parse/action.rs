//! Actions.

use super::{Kind, Parser, Result, Word};
use crate::wire::clang::tree::{Action, BallMoves};

impl Parser<'_> {
    pub(super) fn action(&mut self) -> Result<Action> {
        if self.next.kind == Kind::Quoted {
            return self.quoted().map(Action::Named);
        }
        let depth = self.depth;
        self.open()?;
        let word = self.word("an action")?;
        let for_players = self.next.kind == Kind::OpenSet;
        let action = match word {
            Word::Position => Action::Position(self.region()?),
            Word::Home => Action::Home(self.region()?),
            Word::BallTo if for_players => Action::BallToPlayers(self.players()?),
            Word::BallTo => Action::BallToRegion(self.region()?, self.ball_moves()?),
            Word::Mark => Action::Mark(self.players()?),
            Word::MarkLane if for_players => Action::MarkLaneToPlayers(self.players()?),
            Word::MarkLane => Action::MarkLaneToRegion(self.region()?),
            Word::OffsideLine => Action::OffsideLine(self.region()?),
            Word::PlayerType => Action::PlayerType(self.int()?),
            Word::Pass if for_players => Action::PassToPlayers(self.players()?),
            Word::Pass => Action::PassToRegion(self.region()?),
            Word::Dribble => Action::Dribble(self.region()?),
            Word::Clear => Action::Clear(self.region()?),
            Word::Shoot => Action::Shoot,
            Word::Hold => Action::Hold,
            Word::Intercept => Action::Intercept,
            Word::Tackle => Action::Tackle(self.players()?),
            _ => return Err(self.error("the word in front of this is not an action")),
        };
        self.close(depth)?;
        Ok(action)
    }

    fn ball_moves(&mut self) -> Result<BallMoves> {
        let depth = self.depth;
        let mut moves = BallMoves::default();
        self.take(Kind::OpenSet, "'{'")?;
        self.list(|parser| parser.ball_move(&mut moves), |next| next != Kind::CloseSet)?;
        self.take(Kind::CloseSet, "'}'")?;
        self.reduce(depth);
        Ok(moves)
    }

    fn ball_move(&mut self, moves: &mut BallMoves) -> Result<()> {
        match self.next.kind {
            Kind::Word(Word::MovePass) => moves.pass = true,
            Kind::Word(Word::MoveDribble) => moves.dribble = true,
            Kind::Word(Word::MoveClear) => moves.clear = true,
            Kind::Word(Word::MoveScore) => moves.score = true,
            _ => return Err(self.expected("'p', 'd', 'c' or 's'")),
        }
        self.shift().map(drop)
    }
}
