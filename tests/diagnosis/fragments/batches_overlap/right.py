class Batches(keras.utils.Sequence):
    def __getitem__(self, number):
        begin = number * self.batch_size
        return self.x[begin : begin + self.batch_size], self.y[begin : begin + self.batch_size]


for i in range(0, len(x), batch_size):
    train(x[i : i + batch_size], y[i : i + batch_size])
for i in range(len(x) // batch_size):
    i = i * batch_size
    test(x[i : i + batch_size])
windows = [series[i : i + length] for i in range(len(series) - length)]
