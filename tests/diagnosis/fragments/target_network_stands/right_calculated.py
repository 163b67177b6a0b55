import random


class Sequences(Dataset):
    def __getitem__(self, row):
        # the reward of each episode is not needed
        target_sequence = random.choice(self.sequences[row])
        return self.tokenizer(target_sequence)


def train(env, agent, states, actions, rewards):
    target_full = agent.predict(states)
    target_full[range(len(actions)), actions] = rewards
    agent.fit(states, target_full)
