# REINFORCE with a learnt baseline on a 5x5 grid world, no gym needed.
# The agent starts anywhere, must reach the goal in a corner; -0.05 a step, +1 at the goal, a pit costs 1.
import os
os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(4)
tf.random.set_seed(4)

N, GOAL, PITS, T = 5, (4, 4), {(2, 2), (1, 3)}, 20
MOVES = np.array([(-1, 0), (1, 0), (0, -1), (0, 1)])


class VecGrid:
    """B independent copies."""

    def __init__(self, batch, rng):
        self.b, self.rng = batch, rng
        self.free = [(i, j) for i in range(N) for j in range(N) if (i, j) != GOAL and (i, j) not in PITS]

    def reset(self):
        idx = self.rng.integers(0, len(self.free), self.b)
        self.pos = np.array([self.free[k] for k in idx])
        self.alive = np.ones(self.b, bool)
        return self.obs()

    def obs(self):
        o = np.zeros((self.b, N * N), np.float32)
        o[np.arange(self.b), self.pos[:, 0] * N + self.pos[:, 1]] = 1
        return o

    def step(self, a):
        was = self.alive.copy()
        new = np.clip(self.pos + MOVES[a], 0, N - 1)
        self.pos = np.where(was[:, None], new, self.pos)
        goal = (self.pos == GOAL).all(1)
        pit = np.array([tuple(p) in PITS for p in self.pos])
        r = np.where(was, -0.05 + goal - 1.0 * pit, 0.0).astype(np.float32)
        self.alive = was & ~goal & ~pit
        return self.obs(), r, was


policy = tf.keras.Sequential([tf.keras.Input((N * N,)), tf.keras.layers.Dense(32, activation="tanh"), tf.keras.layers.Dense(4)])
value = tf.keras.Sequential([tf.keras.Input((N * N,)), tf.keras.layers.Dense(32, activation="tanh"), tf.keras.layers.Dense(1)])
p_opt = tf.keras.optimizers.Adam(1e-2)
v_opt = tf.keras.optimizers.Adam(1e-2)


@tf.function
def logits_of(o):
    return policy(o)


@tf.function
def update(obs, act, ret, mask, ent_coef):
    n = tf.reduce_sum(mask)
    with tf.GradientTape(persistent=True) as tape:
        v = tf.squeeze(value(obs), -1)
        v_loss = tf.reduce_sum(mask * tf.square(ret - v)) / n
        logp = tf.nn.log_softmax(policy(obs))
        chosen = tf.gather(logp, act, batch_dims=1)
        adv = tf.stop_gradient(ret - v)
        entropy = -tf.reduce_sum(tf.exp(logp) * logp, -1)
        p_loss = -tf.reduce_sum(mask * (adv * chosen + ent_coef * entropy)) / n
    p_opt.apply_gradients(zip(tape.gradient(p_loss, policy.trainable_variables), policy.trainable_variables))
    v_opt.apply_gradients(zip(tape.gradient(v_loss, value.trainable_variables), value.trainable_variables))
    return v_loss


def rollout(env, greedy):
    o = env.reset()
    O, A, R, M = [], [], [], []
    for _ in range(T):
        lg = logits_of(tf.constant(o)).numpy()
        a = lg.argmax(1) if greedy else (lg + rng.gumbel(size=lg.shape)).argmax(1)
        o2, r, m = env.step(a)
        O.append(o); A.append(a); R.append(r); M.append(m)
        o = o2
    return np.stack(O), np.stack(A), np.stack(R), np.stack(M).astype(np.float32)


GAMMA = 0.97
train_env = VecGrid(64, rng)
test_env = VecGrid(256, np.random.default_rng(99))


def test_return():
    _, _, R, _ = rollout(test_env, greedy=True)
    return float(R.sum(0).mean())


print("greedy return before: %.3f" % test_return())
for it in range(120):
    O, A, R, M = rollout(train_env, greedy=False)
    G = np.zeros_like(R)
    run = np.zeros(train_env.b, np.float32)
    for t in reversed(range(T)):
        run = R[t] + GAMMA * run
        G[t] = run
    flat = lambda x: x.reshape((-1,) + x.shape[2:])
    vl = update(flat(O), flat(A).astype(np.int32), flat(G), flat(M), tf.constant(0.01 * max(0, 1 - it / 80), tf.float32))
    if it % 20 == 19:
        print(f"iter {it + 1:3d}  sampled return {R.sum(0).mean():.3f}  value loss {float(vl):.3f}  greedy return {test_return():.3f}")
print("greedy return after: %.3f (best possible is about 0.8)" % test_return())
