"""Double DQN with a slowly following target network on a windy grid (no gym needed)."""
import collections
import os
import random

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
import tensorflow as tf

SEED = 3
keras.utils.set_random_seed(SEED)
os.makedirs("outputs/o07", exist_ok=True)


class WindyGrid:
    """5x5 cells, start bottom left, goal top right; a pit in the middle; 10 % of moves are blown sideways."""

    SIZE, PIT, GOAL, LIMIT = 5, {(2, 2), (1, 3)}, (4, 4), 30
    MOVES = [(0, 1), (1, 0), (0, -1), (-1, 0)]

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def observe(self):
        board = np.zeros((self.SIZE, self.SIZE), np.float32)
        board[self.pos] = 1.0
        return board.ravel()

    def reset(self):
        self.pos, self.t = (0, 0), 0
        return self.observe()

    def step(self, action):
        if self.rng.random() < 0.1:
            action = (action + self.rng.choice([1, 3])) % 4
        dx, dy = self.MOVES[action]
        self.pos = (min(max(self.pos[0] + dx, 0), self.SIZE - 1), min(max(self.pos[1] + dy, 0), self.SIZE - 1))
        self.t += 1
        terminated = self.pos == self.GOAL or self.pos in self.PIT
        reward = 1.0 if self.pos == self.GOAL else -1.0 if self.pos in self.PIT else -0.02
        truncated = not terminated and self.t >= self.LIMIT
        return self.observe(), reward, terminated, truncated


def q_network():
    return keras.Sequential(
        [
            keras.Input((25,)),
            keras.layers.Dense(64, activation="relu"),
            keras.layers.Dense(64, activation="relu"),
            keras.layers.Dense(4),
        ]
    )


online, target = q_network(), q_network()
target.set_weights(online.get_weights())
target.trainable = False
optimizer = keras.optimizers.Adam(1e-3, clipnorm=10.0)
optimizer.build(online.trainable_variables)
huber = keras.losses.Huber()
GAMMA, BATCH, TAU, WARMUP, STEPS = 0.95, 64, 0.01, 500, 7000


@tf.function
def learn(s, a, r, s2, terminated):
    # double DQN: the online net chooses, the target net values; no bootstrap past a terminal state
    best = tf.argmax(online(s2, training=False), axis=1, output_type=tf.int32)
    next_q = tf.gather(target(s2, training=False), best, axis=1, batch_dims=1)
    goal = tf.stop_gradient(r + GAMMA * (1.0 - terminated) * next_q)
    with tf.GradientTape() as tape:
        q = tf.gather(online(s, training=True), a, axis=1, batch_dims=1)
        loss = huber(goal, q)
    grads = tape.gradient(loss, online.trainable_variables)
    optimizer.apply(grads, online.trainable_variables)
    for slow, fast in zip(target.variables, online.variables):
        slow.assign(slow + TAU * (fast - slow))  # the target follows slowly
    return loss


@tf.function
def greedy(s):
    return tf.argmax(online(s[None], training=False)[0])


def play(episodes, policy, seed):
    env, returns = WindyGrid(seed), []
    for _ in range(episodes):
        s, done, total = env.reset(), False, 0.0
        while not done:
            s, r, terminated, truncated = env.step(policy(s))
            total += r
            done = terminated or truncated
        returns.append(total)
    return float(np.mean(returns))


memory = collections.deque(maxlen=10_000)
env = WindyGrid(SEED)
state = env.reset()
losses = []
for t in range(1, STEPS + 1):
    epsilon = max(0.05, 1.0 - t / 4000)
    action = random.randrange(4) if random.random() < epsilon else int(greedy(tf.constant(state)))
    nxt, reward, terminated, truncated = env.step(action)
    # a time-out is not an end of the world: only real terminations cut the bootstrap
    memory.append((state, action, reward, nxt, float(terminated)))
    state = env.reset() if terminated or truncated else nxt
    if t >= WARMUP:
        s, a, r, s2, d = zip(*random.sample(memory, BATCH))
        losses.append(
            float(
                learn(
                    tf.constant(np.stack(s)),
                    tf.constant(a, tf.int32),
                    tf.constant(r, tf.float32),
                    tf.constant(np.stack(s2)),
                    tf.constant(d, tf.float32),
                )
            )
        )
    if t % 1000 == 0:
        score = play(20, lambda s: int(greedy(tf.constant(s))), seed=1000 + t)
        print(f"step {t}  epsilon {epsilon:.2f}  loss {np.mean(losses[-300:]):.4f}  greedy return {score:.2f}")

online.save("outputs/o07/q.keras")
chance = play(100, lambda s: random.randrange(4), seed=77)
final = play(100, lambda s: int(greedy(tf.constant(s))), seed=78)
print(f"mean return over 100 fresh episodes: random {chance:.2f}, learnt {final:.2f}")
