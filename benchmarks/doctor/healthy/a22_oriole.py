"""Cross validation with model_init: three folds over the training tickets, then the mean."""
import numpy as np
from datasets import concatenate_datasets, load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

FOLDS = 3
CKPT = "checkpoints/tickets"

tokenizer = AutoTokenizer.from_pretrained(CKPT)
full = load_dataset("data/tickets", split="train").shuffle(seed=5)
full = full.map(lambda b: tokenizer(b["text"], truncation=True), batched=True)
full = full.rename_column("desk_id", "label").remove_columns(["text", "desk"])


def model_init():
    return AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)


def accuracy(p):
    return {"accuracy": float(np.mean(np.argmax(p.predictions, axis=-1) == p.label_ids))}


results = []
for fold in range(FOLDS):
    held_out = full.shard(num_shards=FOLDS, index=fold)
    rest = concatenate_datasets([full.shard(FOLDS, i) for i in range(FOLDS) if i != fold])
    args = TrainingArguments(
        output_dir=f"runs/oriole/fold{fold}",
        learning_rate=1e-3,
        num_train_epochs=6,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="no",
        save_strategy="no",
        report_to="none",
        seed=fold,
        disable_tqdm=True,
    )
    trainer = Trainer(model_init=model_init, args=args, train_dataset=rest, eval_dataset=held_out,
                      processing_class=tokenizer, compute_metrics=accuracy)
    trainer.train()
    score = trainer.evaluate()["eval_accuracy"]
    print(f"fold {fold}: train {len(rest)}, held out {len(held_out)}, accuracy {score:.3f}")
    results.append(score)

print(f"mean {np.mean(results):.3f} +- {np.std(results):.3f}")
