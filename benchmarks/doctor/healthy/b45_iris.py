import shutil, tempfile
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainerCallback, TrainingArguments, pipeline, set_seed)
from transformers.trainer_utils import get_last_checkpoint

set_seed(66)
work = tempfile.mkdtemp()

raw = load_dataset("data/tickets")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
id2label = {i: d for i, d in zip(raw["train"]["desk_id"], raw["train"]["desk"])}
id2label = {i: id2label[i] for i in sorted(id2label)}
label2id = {d: i for i, d in id2label.items()}
print(id2label)

tokenized = raw.map(lambda x: tokenizer(x["text"], truncation=True), batched=True)
tokenized = tokenized.remove_columns(["text", "desk"]).rename_column("desk_id", "labels").with_format("torch")

class StopAt(TrainerCallback):
    """Plays the power cut."""
    def __init__(self, step):
        self.step = step
    def on_step_end(self, args, state, control, **kwargs):
        if state.global_step >= self.step:
            control.should_training_stop = True

def get_trainer(callbacks=None):
    model = AutoModelForSequenceClassification.from_pretrained(
        "checkpoints/tickets", num_labels=len(id2label), id2label=id2label, label2id=label2id)
    args = TrainingArguments(
        output_dir=f"{work}/run", num_train_epochs=5, per_device_train_batch_size=16, learning_rate=1e-3,
        save_strategy="steps", save_steps=50, save_total_limit=2, eval_strategy="steps", eval_steps=50,
        logging_steps=50, optim="adamw_torch", report_to="none", seed=66)
    return Trainer(model=model, args=args, train_dataset=tokenized["train"], eval_dataset=tokenized["validation"],
                   processing_class=tokenizer, data_collator=DataCollatorWithPadding(tokenizer), callbacks=callbacks,
                   compute_metrics=lambda p: {"acc": (p.predictions.argmax(1) == p.label_ids).mean().item()})

get_trainer([StopAt(70)]).train()

# continue from the newest folder: the remaining steps only
last = get_last_checkpoint(f"{work}/run")
print("last checkpoint:", last)
trainer = get_trainer()
trainer.train(resume_from_checkpoint=last)
print(trainer.evaluate(tokenized["test"]))
trainer.save_model(f"{work}/final")

clf = pipeline("text-classification", model=f"{work}/final", tokenizer=f"{work}/final")
texts = raw["test"]["text"][:40]
gold = raw["test"]["desk"][:40]
answers = clf(list(texts), truncation=True, batch_size=8)
print("pipeline:", sum(a["label"] == g for a, g in zip(answers, gold)) / len(gold))
print(answers[0], "<-", texts[0])
shutil.rmtree(work)
