import numpy as np
import tensorflow as tf


def mean_loss(model, batch):
    outputs = model(batch)
    rows = tf.nn.sparse_softmax_cross_entropy_with_logits(batch["labels"], outputs.logits)
    return np.mean(rows.numpy())


def can_learn(model, batch, make_optimizer):
    weights = model.get_weights()
    frozen = [layer.trainable for layer in model.layers]
    model.compile(optimizer=make_optimizer())
    seen = []
    for _ in range(30):
        model.train_on_batch(batch)
        seen.append(mean_loss(model, batch))
    model.set_weights(weights)
    assert [layer.trainable for layer in model.layers] == frozen
    return bool(np.array(seen).min(initial=np.inf, where=~np.isnan(seen)) < 0.05)
