import numpy as np
from tensorflow import keras


def replay(model, memory, gamma=0.95):
    batch = memory.sample(32)
    for state, action, reward, next_state, done in batch:
        target = model.predict(state, verbose=0)
        if done:
            target[0][action] = reward
            model.fit(state, target, verbose=0)
            continue
        target[0][action] = reward + gamma * np.amax(model.predict(next_state, verbose=0)[0])
        model.fit(state, target, verbose=0)
