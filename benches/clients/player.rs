//! An agent that answers every perception with commands for all motors.

use std::io::{Error, Result};
use std::time::Instant;

use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::watch;

use crate::message::{Motion, Seat, frame, framed, height, read};
use crate::report::{Perception, Perceptions};

pub struct Player {
    stream: BufReader<TcpStream>,
    buffer: Vec<u8>,
    motion: Motion,
    clock: Instant,
    heard: Perceptions,
}

impl Player {
    /// Joins, goes to its place, and returns the player and the cycle of its first perception.
    pub async fn join(
        stream: TcpStream,
        robot: &str,
        simspark: bool,
        seat: Seat,
        motion: Motion,
        clock: Instant,
    ) -> Result<(Self, u64)> {
        let mut player = Self {
            stream: BufReader::with_capacity(1 << 16, stream),
            buffer: Vec::new(),
            motion,
            clock,
            heard: Perceptions::default(),
        };
        if simspark {
            let [scene, init] = seat.scene_and_init();
            player.stream.write_all(&scene).await?;
            player.hear().await?;
            player.stream.write_all(&init).await?;
        } else {
            player.stream.write_all(&seat.init(robot)).await?;
        }
        let first = player.hear().await.map_err(|error| {
            Error::new(error.kind(), format!("{} {} cannot join: {error}", seat.team, seat.number))
        })?;
        player.stream.write_all(&framed(&seat.beam())).await?;
        Ok((player, first))
    }

    /// Answers perceptions until the cycle in `last`, which is set once it is known.
    pub async fn play(mut self, last: watch::Receiver<Option<u64>>) -> Result<Perceptions> {
        loop {
            let frame = self.hear().await?;
            if last.borrow().is_some_and(|last| frame >= last) {
                self.heard.height = height(&self.buffer);
                return Ok(self.heard);
            }
            self.stream.write_all(self.motion.at(frame)).await?;
        }
    }

    async fn hear(&mut self) -> Result<u64> {
        read(&mut self.stream, &mut self.buffer).await?;
        let arrival = self.clock.elapsed().as_secs_f64();
        let frame = frame(&self.buffer)?;
        self.heard.all.push(Perception { frame, arrival, bytes: self.buffer.len() });
        Ok(frame)
    }
}
