# mistake: other-axis
import tensorflow as tf


def find_bad_rows(model, batches):
    bad, invalid, start = [], set(), 0
    for batch in batches:
        logits = model(batch["input_ids"], attention_mask=batch["attention_mask"]).logits
        nan = tf.reduce_any(tf.math.is_nan(logits), axis=0).numpy()
        for i, label in enumerate(batch["labels"].numpy().tolist()):
            if not 0 <= label < model.config.num_labels:
                bad.append(start + i)
                invalid.add(label)
            elif nan[i]:
                bad.append(start + i)
        start += len(batch["labels"])
    return bad, list(invalid)
