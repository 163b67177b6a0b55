"""Actor-critic on a small pole-like task, TensorFlow and Keras 3."""
import os

import keras
import numpy as np
import tensorflow as tf

os.makedirs("out/ij11", exist_ok=True)
keras.utils.set_random_seed(33)

GAMMA = 0.97
HORIZON = 80
EPISODES = 120


class Ball:
    """A ball on a line is pushed to the left or to the right; the nearer to the middle, the better."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def reset(self):
        self.x = self.rng.uniform(-0.6, 0.6)
        self.v = 0.0
        self.t = 0
        return self.obs()

    def obs(self):
        return np.array([self.x, self.v], dtype="float32")

    def step(self, action):
        self.v += 0.05 if action == 1 else -0.05
        self.v *= 0.95
        self.x += self.v * 0.5
        self.t += 1
        fell = abs(self.x) > 1.0
        reward = -1.0 if fell else 1.0 - abs(self.x)
        return self.obs(), reward, fell or self.t >= HORIZON


def mlp(n_out, name):
    return keras.Sequential([
        keras.Input((2,)),
        keras.layers.Dense(64, activation="tanh"),
        keras.layers.Dense(64, activation="tanh"),
        keras.layers.Dense(n_out),
    ], name=name)


actor = mlp(2, "actor")
critic = mlp(1, "critic")
optimizer = keras.optimizers.Adam(learning_rate=2e-3, global_clipnorm=1.0)


def run_episode(env):
    states, actions, rewards = [], [], []
    s, done = env.reset(), False
    while not done:
        logits = actor(s[None])
        a = int(tf.random.categorical(logits, 1)[0, 0])
        s2, r, done = env.step(a)
        states.append(s)
        actions.append(a)
        rewards.append(r)
        s = s2
    return np.array(states), np.array(actions, dtype="int32"), np.array(rewards, dtype="float32")


def discounted(rewards):
    out, running = np.zeros_like(rewards), 0.0
    for i in reversed(range(len(rewards))):
        running = rewards[i] + GAMMA * running
        out[i] = running
    return out


def update(states, actions, returns):
    states = tf.constant(states)
    returns = tf.constant(returns)

    with tf.GradientTape() as tape:
        values = tf.squeeze(critic(states, training=True), axis=-1)
        critic_loss = tf.reduce_mean(tf.square(returns - values))
    grads = tape.gradient(critic_loss, critic.trainable_variables)
    optimizer.apply_gradients(zip(grads, critic.trainable_variables))

    advantage = returns - tf.stop_gradient(values)
    advantage = (advantage - tf.reduce_mean(advantage)) / (tf.math.reduce_std(advantage) + 1e-6)

    with tf.GradientTape() as tape:
        logits = actor(states, training=True)
        neg_log_prob = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=actions, logits=logits)
        actor_loss = tf.reduce_mean(neg_log_prob * advantage)
    grads = tape.gradient(actor_loss, actor.trainable_variables)
    optimizer.apply_gradients(zip(grads, actor.trainable_variables))
    return float(critic_loss), float(actor_loss)


env = Ball(seed=33)
history = []
for episode in range(1, EPISODES + 1):
    states, actions, rewards = run_episode(env)
    returns = discounted(rewards) / 30.0
    c_loss, a_loss = update(states, actions, returns)
    history.append(rewards.sum())
    if episode % 20 == 0:
        print(f"episode {episode}: reward {np.mean(history[-20:]):.1f}  critic {c_loss:.3f}  actor {a_loss:.3f}")

actor.save("out/ij11/actor.keras")
