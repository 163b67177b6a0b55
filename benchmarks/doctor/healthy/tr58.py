"""Double DQN with replay and a slowly following target network. The world: a drone must hover over a moving ship."""
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(58)
rng = np.random.default_rng(58)
GAMMA, ACTIONS, HORIZON = 0.95, 3, 40


class Hover:
    """State: offset, own speed, ship's speed. Actions push left, not at all, right. Reward: the nearer the better."""

    def __init__(self, n, rng):
        self.n, self.rng = n, rng
        self.state = np.stack([self.rng.uniform(-1, 1, n), np.zeros(n), self.rng.uniform(-0.05, 0.05, n)], 1)
        self.t = 0

    def step(self, a):
        x, v, w = self.state.T
        v = 0.9 * v + 0.06 * (a - 1)
        w = np.clip(w + self.rng.normal(0, 0.01, self.n), -0.06, 0.06)
        x = np.clip(x + v - w, -1.5, 1.5)
        self.state = np.stack([x, v, w], 1)
        self.t += 1
        return self.state, 1.0 - np.abs(x) - 0.02 * (a != 1)


scale = np.array([1.0, 5.0, 10.0], "float32")


def network():
    return tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(64, activation="relu"),
                                tf.keras.layers.Dense(64, activation="relu"), tf.keras.layers.Dense(ACTIONS)])


online, target = network(), network()
target.set_weights(online.get_weights())
opt = tf.keras.optimizers.Adam(2e-3)
huber = tf.keras.losses.Huber()


@tf.function
def learn(s, a, r, s2):
    best = tf.argmax(online(s2), -1)                       # one network chooses, the other one judges
    # the horizon is only a time limit, hence always the value of what would follow
    goal = tf.stop_gradient(r + GAMMA * tf.gather(target(s2), best, batch_dims=1))
    with tf.GradientTape() as tape:
        q = tf.gather(online(s), a, batch_dims=1)
        loss = huber(goal, q)
    grads = tape.gradient(loss, online.trainable_variables)
    opt.apply_gradients(zip(grads, online.trainable_variables))
    for t, o in zip(target.variables, online.variables):
        t.assign_add(0.02 * (o - t))
    return loss


@tf.function
def greedy(s):
    return tf.argmax(online(s), -1)


def evaluate(policy, seed=5):
    env, total = Hover(200, np.random.default_rng(seed)), 0.0
    for _ in range(HORIZON):
        s, r = env.step(policy(env.state))
        total += r.mean() / HORIZON
    return total


chooser = lambda s: greedy(tf.constant(s * scale, tf.float32)).numpy()
print("random %.3f, never push %.3f" % (evaluate(lambda s: rng.integers(0, 3, len(s))), evaluate(lambda s: np.ones(len(s), int))))
SIZE = 20000
memory = [np.zeros((SIZE, 3), "float32"), np.zeros(SIZE, "int64"), np.zeros(SIZE, "float32"), np.zeros((SIZE, 3), "float32")]
filled, losses = 0, []
for episode in range(60):
    env, eps = Hover(16, rng), max(0.05, 1 - episode / 25)
    for _ in range(HORIZON):
        s = env.state
        a = np.where(rng.random(16) < eps, rng.integers(0, ACTIONS, 16), chooser(s))
        s2, r = env.step(a)
        where = np.arange(filled, filled + 16) % SIZE
        for m, v in zip(memory, (s * scale, a, r, s2 * scale)):
            m[where] = v
        filled += 16
        if filled > 1000:
            pick = rng.integers(0, min(filled, SIZE), 64)
            losses.append(float(learn(*(tf.constant(m[pick]) for m in memory))))
    if episode % 15 == 14:
        print(f"episode {episode + 1}: TD loss {np.mean(losses[-200:]):.4f}, greedy reward {evaluate(chooser):.3f}")
print("fresh start positions: %.3f" % evaluate(chooser, 777))
