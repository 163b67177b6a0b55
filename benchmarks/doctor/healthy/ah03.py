import numpy as np
import torch
from torch import nn
from datasets import load_dataset
from sklearn.metrics import f1_score
from sklearn.utils.class_weight import compute_class_weight
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

model_path = "checkpoints/tickets"
ds = load_dataset("json", data_files={"train": "data/tickets/train.jsonl", "valid": "data/tickets/validation.jsonl"})
tok = AutoTokenizer.from_pretrained(model_path)

# one desk against the rest: is this a ticket for "east"?
ds = ds.map(lambda r: {"label": int(r["desk"] == "east")})
ds = ds.map(lambda r: tok(r["text"], truncation=True, max_length=32), batched=True)

y = np.array(ds["train"]["label"])
weights = compute_class_weight("balanced", classes=np.unique(y), y=y)
print("class counts", np.bincount(y), "weights", weights)


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = torch.tensor(class_weights, dtype=torch.float32)

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        logits = outputs.logits
        loss_fct = nn.CrossEntropyLoss(weight=self.class_weights.to(logits.device))
        loss = loss_fct(logits.view(-1, self.model.config.num_labels), labels.view(-1))
        return (loss, outputs) if return_outputs else loss


def metrics(p):
    guess = p.predictions.argmax(-1)
    return {"acc": (guess == p.label_ids).mean(), "f1": f1_score(p.label_ids, guess)}


torch.manual_seed(0)
model = AutoModelForSequenceClassification.from_pretrained(model_path, num_labels=2)
trainer = WeightedTrainer(
    model=model,
    args=TrainingArguments(
        "out/ah03",
        per_device_train_batch_size=16,
        learning_rate=1e-3,
        num_train_epochs=6,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        seed=0,
    ),
    train_dataset=ds["train"],
    eval_dataset=ds["valid"],
    processing_class=tok,
    compute_metrics=metrics,
    class_weights=weights,
)
trainer.train()
print(trainer.evaluate())
