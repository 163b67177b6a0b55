from keras import layers, Model


class Encoder(Model):
    def __init__(self, units):
        super().__init__()
        self.gru = layers.GRU(units, return_state=True)

    def call(self, x):
        output, state = self.gru(x)
        return output, state

    def embed_one(self, sentence):
        output, state = self.gru(sentence[None])
        return output[0]
