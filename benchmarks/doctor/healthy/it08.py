# Distilling a 4-layer BERT into a 1-layer one, on token sequences whose label is the majority colour.
import torch
import torch.nn.functional as F
from torch.utils.data import Dataset
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments, set_seed

LEN, CLASSES, FIRST = 16, 3, 4      # ids 0..3 reserved: 0 is [PAD], 1 is [CLS]


class Majority(Dataset):
    def __init__(self, n, seed):
        g = torch.Generator().manual_seed(seed)
        self.y = torch.randint(0, CLASSES, (n,), generator=g)
        colour = torch.where(torch.rand(n, LEN, generator=g) < 0.75, self.y[:, None],
                             torch.randint(0, CLASSES, (n, LEN), generator=g))
        body = FIRST + colour * 5 + torch.randint(0, 5, (n, LEN), generator=g)
        self.x = torch.cat([torch.ones(n, 1, dtype=torch.long), body], 1)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return {"input_ids": self.x[i], "attention_mask": torch.ones_like(self.x[i]), "labels": self.y[i]}


def bert(layers, width):
    return BertForSequenceClassification(BertConfig(
        vocab_size=FIRST + 5 * CLASSES, hidden_size=width, num_hidden_layers=layers, num_attention_heads=4,
        intermediate_size=2 * width, max_position_embeddings=LEN + 1, num_labels=CLASSES))


class Distiller(Trainer):
    def __init__(self, *a, teacher, T=2.0, alpha=0.5, **kw):
        super().__init__(*a, **kw)
        self.teacher = teacher.to(self.args.device).eval().requires_grad_(False)
        self.T, self.alpha = T, alpha
        self.model_accepts_loss_kwargs = False      # our loss is a plain mean per batch

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        out = model(**inputs)
        with torch.no_grad():
            soft = self.teacher(input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"]).logits
        kd = F.kl_div(F.log_softmax(out.logits / self.T, -1), F.log_softmax(soft / self.T, -1),
                      reduction="batchmean", log_target=True) * self.T ** 2
        loss = self.alpha * out.loss + (1 - self.alpha) * kd
        return (loss, out) if return_outputs else loss


def args(name, epochs):
    return TrainingArguments(f"out/it08/{name}", num_train_epochs=epochs, per_device_train_batch_size=32,
                             per_device_eval_batch_size=256, learning_rate=5e-4, warmup_ratio=0.1,
                             eval_strategy="epoch", save_strategy="no", logging_strategy="epoch", report_to="none")


def acc(p):
    return {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())}


if __name__ == "__main__":
    set_seed(0)
    train, valid, test = Majority(1500, 1), Majority(400, 2), Majority(400, 3)
    big = Trainer(model=bert(4, 64), args=args("teacher", 6), train_dataset=train, eval_dataset=valid, compute_metrics=acc)
    big.train()
    small = Distiller(model=bert(1, 32), args=args("student", 14), train_dataset=train, eval_dataset=valid,
                      compute_metrics=acc, teacher=big.model)
    small.train()
    print("teacher", big.evaluate(test)["eval_accuracy"], "student", small.evaluate(test)["eval_accuracy"])
