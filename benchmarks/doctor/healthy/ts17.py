"""REINFORCE on a vectorised CartPole in NumPy: reward-to-go, a baseline per time step, an entropy bonus."""
import numpy as np
import tensorflow as tf
from tensorflow import keras

N_ENVS, HORIZON, GAMMA, ENTROPY = 32, 200, 0.99, 0.01


class CartPole:
    """The classic equations (cart 1 kg, pole 0.1 kg, half length 0.5 m), many at once; a fallen pole stays done."""

    def reset(self):
        self.s = rng.uniform(-0.05, 0.05, (N_ENVS, 4))
        self.done = np.zeros(N_ENVS, bool)
        return self.s.astype("float32")

    def step(self, action):
        x, v, th, w = self.s.T
        tmp = (np.where(action == 1, 10.0, -10.0) + 0.05 * w ** 2 * np.sin(th)) / 1.1
        th_acc = (9.8 * np.sin(th) - np.cos(th) * tmp) / (0.5 * (4 / 3 - 0.1 * np.cos(th) ** 2 / 1.1))
        x_acc = tmp - 0.05 * th_acc * np.cos(th) / 1.1
        reward = (~self.done).astype("float32")                      # 1 for each step of a standing pole
        moved = self.s + 0.02 * np.stack([v, x_acc, w, th_acc], axis=1)
        self.s = np.where(self.done[:, None], self.s, moved)
        self.done |= (np.abs(self.s[:, 0]) > 2.4) | (np.abs(self.s[:, 2]) > 0.2095)
        return self.s.astype("float32"), reward, self.done.copy()


keras.utils.set_random_seed(8)
rng = np.random.default_rng(8)
policy = keras.Sequential([keras.Input((4,)), keras.layers.Dense(32, activation="tanh"), keras.layers.Dense(2)])
optimizer = keras.optimizers.Adam(2e-2)
logits_of = tf.function(policy, input_signature=[tf.TensorSpec((None, 4), tf.float32)])


def rollout(env, greedy=False):
    states, actions, rewards = [], [], []
    s = env.reset()
    for _ in range(HORIZON):
        logits = logits_of(s).numpy()
        noise = 0.0 if greedy else rng.gumbel(size=logits.shape)     # Gumbel-max: samples from the softmax
        a = np.argmax(logits + noise, axis=1)
        states.append(s)
        actions.append(a)
        s, r, done = env.step(a)
        rewards.append(r)
        if done.all():
            break
    return np.stack(states), np.stack(actions), np.stack(rewards)    # time first


def returns_to_go(rewards):
    out = rewards.copy()
    for t in reversed(range(len(rewards) - 1)):
        out[t] += GAMMA * out[t + 1]
    return out


@tf.function(reduce_retracing=True)
def update(states, actions, advantages):
    with tf.GradientTape() as tape:
        log_probs = tf.nn.log_softmax(policy(states, training=True))
        chosen = tf.gather(log_probs, actions, axis=1, batch_dims=1)
        entropy = -tf.reduce_mean(tf.reduce_sum(tf.exp(log_probs) * log_probs, axis=1))
        loss = -tf.reduce_mean(chosen * advantages) - ENTROPY * entropy
    grads = tape.gradient(loss, policy.trainable_variables)
    optimizer.apply_gradients(zip(grads, policy.trainable_variables))


env = CartPole()
print("untrained: %.1f steps" % rollout(env)[2].sum(0).mean())
for it in range(1, 26):
    states, actions, rewards = rollout(env)
    alive = rewards > 0                                              # steps after the fall carry no decision
    g = returns_to_go(rewards)
    adv = (g - g.mean(axis=1, keepdims=True))[alive]                 # in the baseline, fallen poles count as 0
    update(tf.constant(states[alive]), tf.constant(actions[alive], tf.int32), tf.constant(adv / (adv.std() + 1e-6)))
    if it % 5 == 0:
        print(f"iteration {it}: mean length {rewards.sum(0).mean():.1f}")
print("trained, greedy: %.1f of %d steps" % (rollout(env, greedy=True)[2].sum(0).mean(), HORIZON))
