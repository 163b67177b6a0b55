import keras


def train_step(self, data):
    x, y = data
    teacher = self.teacher(x, training=False)
    student = self.student(x, training=True)
    return self.kl_loss(keras.ops.softmax(teacher / self.temperature, axis=1), keras.ops.softmax(student, axis=1))
