import tensorflow as tf


def sequences(ids):
    return ids.batch(65, drop_remainder=True).shuffle(1000)


seqs = ids.batch(65, drop_remainder=True).shuffle(1000)
train = seqs.skip(20)
train = train.map(split_input).batch(64)
valid = sequences(other_ids).map(split_input).batch(64)
