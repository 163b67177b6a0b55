"""REINFORCE with a learned baseline on a vectorised toy environment: bring a cart to the origin and keep it there."""
import pathlib

import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(2)

HORIZON, ENVS, GAMMA, ITERATIONS = 25, 64, 0.95, 200


class Dock:
    """ENVS carts at once.  Actions: 0 left, 1 coast, 2 right.  Every step costs the distance."""

    def __init__(self, n, seed):
        self.n = n
        self.rng = np.random.default_rng(seed)

    def reset(self):
        self.x = self.rng.uniform(-1.5, 1.5, self.n)
        self.v = np.zeros(self.n)
        self.t = 0
        return self.observe()

    def observe(self):
        left = np.full(self.n, 1.0 - self.t / HORIZON)
        return np.stack([self.x, 4.0 * self.v, left], axis=1).astype("float32")

    def step(self, action):
        self.v = 0.8 * self.v + 0.08 * (action - 1)
        self.x = np.clip(self.x + self.v, -2.0, 2.0)
        self.t += 1
        return self.observe(), -np.abs(self.x).astype("float32"), self.t == HORIZON


def mlp(outputs, name):
    return keras.Sequential(
        [keras.Input((3,)), keras.layers.Dense(32, activation="tanh"), keras.layers.Dense(32, activation="tanh"), keras.layers.Dense(outputs)],
        name=name,
    )


actor, critic = mlp(3, "actor"), mlp(1, "critic")
actor_opt, critic_opt = keras.optimizers.Adam(5e-3), keras.optimizers.Adam(1e-2)
actor_opt.build(actor.trainable_variables)
critic_opt.build(critic.trainable_variables)


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def sample_action(obs):
    return tf.squeeze(tf.random.categorical(actor(obs, training=False), 1), axis=1)


@tf.function(
    input_signature=[
        tf.TensorSpec([None, 3], tf.float32),
        tf.TensorSpec([None], tf.int64),
        tf.TensorSpec([None], tf.float32),
        tf.TensorSpec([], tf.float32),
    ]
)
def update(obs, actions, returns, entropy_weight):
    # the baseline is a constant for the actor: no gradient goes through it
    baseline = tf.squeeze(critic(obs, training=False), axis=1)
    advantage = returns - baseline
    advantage = (advantage - tf.reduce_mean(advantage)) / (tf.math.reduce_std(advantage) + 1e-6)
    with tf.GradientTape() as tape:
        logits = actor(obs, training=True)
        log_p = tf.nn.log_softmax(logits)
        chosen = tf.gather(log_p, actions, axis=1, batch_dims=1)
        entropy = -tf.reduce_sum(tf.exp(log_p) * log_p, axis=1)
        actor_loss = -tf.reduce_mean(chosen * advantage + entropy_weight * entropy)
    actor_opt.apply(tape.gradient(actor_loss, actor.trainable_variables), actor.trainable_variables)

    with tf.GradientTape() as tape:
        critic_loss = tf.reduce_mean(tf.square(returns - tf.squeeze(critic(obs, training=True), axis=1)))
    critic_opt.apply(tape.gradient(critic_loss, critic.trainable_variables), critic.trainable_variables)
    return actor_loss, critic_loss


def rollout(env, policy):
    obs, done, trace = env.reset(), False, []
    while not done:
        action = policy(obs)
        nxt, reward, done = env.step(action)
        trace.append((obs, action, reward))
        obs = nxt
    return [np.stack(part) for part in zip(*trace)]  # time first


def to_go(rewards):
    out, running = np.zeros_like(rewards), np.zeros(rewards.shape[1], "float32")
    for t in reversed(range(len(rewards))):
        running = rewards[t] + GAMMA * running
        out[t] = running
    return out


env = Dock(ENVS, seed=0)
for it in range(ITERATIONS):
    obs, actions, rewards = rollout(env, lambda o: sample_action(tf.constant(o)).numpy())
    weight = 0.01 * (1 - it / ITERATIONS)
    _, c = update(
        tf.constant(obs.reshape(-1, 3)),
        tf.constant(actions.reshape(-1), tf.int64),
        tf.constant(to_go(rewards).reshape(-1)),
        tf.constant(weight, tf.float32),
    )
    if (it + 1) % 25 == 0:
        print(f"iteration {it + 1:3d}  return {rewards.sum(axis=0).mean():7.3f}  critic {float(c):.3f}")


def greedy(o):
    return actor(o, training=False).numpy().argmax(axis=1)


# other start positions than any in training; the same ones for all policies
dice = np.random.default_rng(77)
results = {}
for name, policy in {"greedy": greedy, "random": lambda o: dice.integers(0, 3, len(o)), "coast": lambda o: np.ones(len(o), int)}.items():
    results[name] = float(rollout(Dock(500, seed=1234), policy)[2].sum(axis=0).mean())
print("mean undiscounted return on fresh starts:", results)

folder = pathlib.Path("out/mb05")
folder.mkdir(parents=True, exist_ok=True)
actor.save(folder / "actor.keras")
