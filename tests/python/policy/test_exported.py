"""Networks exported by torch are valid policies, whatever layers they have."""

import json
import warnings
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import torch
from rcssgym.adapters.sb3 import SB3VecEnv
from rcssgym.policy import Policy
from stable_baselines3 import PPO
from torch import Tensor, nn

from policy.files import strings

SIZE, JOINTS, STEPS = 75, 23, 5


class Recurrent(nn.Module):  # type: ignore[misc]
    """Observations as five steps of fifteen numbers."""

    def __init__(self, layer: type[nn.RNNBase], **how: Any) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(SIZE)
        self.layer = layer(SIZE // STEPS, 16, batch_first=True, **how)
        self.last = nn.LazyLinear(JOINTS)

    def forward(self, seen: Tensor) -> Tensor:
        steps = self.norm(seen).view(seen.shape[0], STEPS, -1)
        return torch.tanh(self.last(self.layer(steps)[0][:, -1]))


class Convolving(nn.Module):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.BatchNorm1d(SIZE)
        self.layer = nn.Conv1d(SIZE // STEPS, 8, 3, padding=1)
        self.last = nn.LazyLinear(JOINTS)

    def forward(self, seen: Tensor) -> Tensor:
        return self.last(torch.relu(self.layer(self.norm(seen).view(-1, 15, STEPS))).flatten(1))


class Attending(nn.Module):  # type: ignore[misc]
    """A transformer whose token for the result is repeated for each observation."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(SIZE // STEPS, 16)
        self.token = nn.Parameter(torch.randn(1, 1, 16))
        self.layer = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True)
        self.last = nn.Linear(16, JOINTS)

    def forward(self, seen: Tensor) -> Tensor:
        steps = self.first(seen.view(-1, STEPS, SIZE // STEPS))
        steps = torch.cat([steps, self.token.expand(seen.shape[0], -1, -1)], 1)
        return self.last(self.layer(steps)[:, -1]).clamp(-1.0, 1.0)


class OfStableBaselines3(nn.Module):  # type: ignore[misc]
    """The network that the documentation of Stable-Baselines3 exports."""

    def __init__(self) -> None:
        super().__init__()
        name = "rcssgym/T1Stand-v0"
        envs = SB3VecEnv(gym.make_vec(name, num_envs=2, autoreset_mode="SameStep"))
        self.policy = PPO("MlpPolicy", envs, n_steps=8, batch_size=16, device="cpu").policy

    def forward(self, seen: Tensor) -> Tensor:
        return self.policy(seen, deterministic=True)[0]


def dense(*activations: nn.Module) -> nn.Module:
    sizes = [SIZE, *[32] * len(activations)]
    layers = [
        layer
        for i, activation in enumerate(activations)
        for layer in (nn.Linear(sizes[i], sizes[i + 1]), activation, nn.LayerNorm(sizes[i + 1]))
    ]
    return nn.Sequential(*layers, nn.Linear(sizes[-1], JOINTS), nn.Hardtanh())


NETWORKS: dict[str, Any] = {
    "common": lambda: dense(nn.Tanh(), nn.ReLU(), nn.ELU(), nn.SiLU(), nn.GELU(), nn.Sigmoid()),
    "rare": lambda: dense(nn.Softplus(), nn.LeakyReLU(), nn.Mish(), nn.SELU(), nn.CELU()),
    "others": lambda: dense(nn.Hardswish(), nn.PReLU(), nn.Softsign(), nn.LogSigmoid()),
    "GRU": lambda: Recurrent(nn.GRU),
    "LSTM": lambda: Recurrent(nn.LSTM, num_layers=2, bidirectional=True),
    "RNN": lambda: Recurrent(nn.RNN),
    "convolution": Convolving,
    "attention": Attending,
    "Stable-Baselines3": OfStableBaselines3,
}


@pytest.mark.parametrize("name", NETWORKS)
def test_networks_act_as_in_torch(name: str, tmp_path: Path) -> None:
    import onnx

    torch.manual_seed(0)
    network = NETWORKS[name]().eval()
    observations = torch.randn(7, SIZE)
    with torch.no_grad():
        expected = network(observations).numpy()
    path = tmp_path / "policy.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch's newer exporter needs another library
        torch.onnx.export(
            network,
            (observations,),
            str(path),
            input_names=["observation"],
            output_names=["action"],
            dynamic_axes={"observation": {0: "N"}, "action": {0: "N"}},
            opset_version=17,
            dynamo=False,
        )
    model = onnx.load(path)
    onnx.helper.set_model_props(model, strings("T1Stand"))
    onnx.save(model, path)
    policy = Policy.load(path)
    acted = policy.act(observations.numpy())
    assert np.abs(expected).max() > 0.01
    np.testing.assert_allclose(acted, np.clip(expected, -1.0, 1.0), atol=1e-5)
    np.testing.assert_allclose(policy.act(observations[:1].numpy()), acted[:1], atol=1e-5)
    assert json.dumps(policy.facts["task"]) == '"T1Stand"'
