"""GPT-2 from scratch that turns shopping wishes into order lines; scored on wishes it has never seen."""
import itertools
import random

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from torch.utils.data import Dataset
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast, Trainer, TrainingArguments, set_seed

SEED = 6
COUNT = "2 3 4 5 6 7 8 9".split()
ITEM = "nails screws bolts hinges hooks tiles planks bricks pipes ropes".split()
FOR = "shed roof fence garden cellar stairs".split()
OPENING = ["", "please ", "hello i need ", "could you send us "]
END = "<|end|>"


def wishes():
    for n, item, place, start in itertools.product(COUNT, ITEM, FOR, OPENING):
        yield f"<customer> {start}{n} boxes of {item} for the {place} <order>", f"{item} {n} {place} {END}"


def split():
    rows = list(wishes())
    random.Random(SEED).shuffle(rows)
    return rows[:1200], rows[1200:1400], rows[1400:1600]


def base_tokenizer(rows):
    words = sorted({w for pair in rows for side in pair for w in side.split()} - {"<customer>", "<order>", END})
    core = Tokenizer(models.WordLevel({w: i for i, w in enumerate([END, "<unk>", *words])}, unk_token="<unk>"))
    core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    # one token ends a line and fills up batches; the collator below tells the two apart by length
    return PreTrainedTokenizerFast(tokenizer_object=core, eos_token=END, pad_token=END, unk_token="<unk>",
                                   padding_side="left", model_input_names=["input_ids", "attention_mask"])


class Orders(Dataset):
    def __init__(self, rows, tokenizer):
        self.items = [(tokenizer(p)["input_ids"], tokenizer(a)["input_ids"]) for p, a in rows]

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        prompt, answer = self.items[i]
        return {"input_ids": prompt + answer, "labels": [-100] * len(prompt) + answer}


class PadRight:
    """Training rows are filled up at the end (prompts for generate() at the beginning)."""

    def __init__(self, pad_id):
        self.pad_id = pad_id

    def __call__(self, rows):
        width = max(len(r["input_ids"]) for r in rows)
        fill = [width - len(r["input_ids"]) for r in rows]
        return {
            "input_ids": torch.tensor([r["input_ids"] + [self.pad_id] * k for r, k in zip(rows, fill)]),
            "attention_mask": torch.tensor([[1] * (width - k) + [0] * k for k in fill]),
            "labels": torch.tensor([r["labels"] + [-100] * k for r, k in zip(rows, fill)]),
        }


@torch.inference_mode()
def exact_match(model, tokenizer, rows, size=50):
    model.eval()
    right = 0
    for i in range(0, len(rows), size):
        prompts, answers = zip(*rows[i:i + size])
        enc = tokenizer(list(prompts), padding=True, return_tensors="pt").to(model.device)
        out = model.generate(**enc, max_new_tokens=6, do_sample=False)
        texts = tokenizer.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
        right += sum(t.strip() == a.removesuffix(END).strip() for t, a in zip(texts, answers))
    return right / len(rows)


if __name__ == "__main__":
    set_seed(SEED)
    train_rows, valid_rows, test_rows = split()
    tokenizer = base_tokenizer(train_rows)
    model = GPT2LMHeadModel(GPT2Config(
        vocab_size=len(tokenizer), n_positions=32, n_embd=96, n_layer=2, n_head=4, resid_pdrop=0.0, embd_pdrop=0.0,
        attn_pdrop=0.0, bos_token_id=tokenizer.eos_token_id, eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id))
    added = tokenizer.add_tokens(["<customer>", "<order>"], special_tokens=True)
    model.resize_token_embeddings(len(tokenizer))
    print(added, "tokens added, embedding has now", model.get_input_embeddings().num_embeddings, "rows")

    trainer = Trainer(
        model=model,
        args=TrainingArguments(output_dir="out/cb18", max_steps=500, per_device_train_batch_size=16,
                               gradient_accumulation_steps=2, per_device_eval_batch_size=100, learning_rate=2e-3,
                               lr_scheduler_type="cosine", warmup_steps=40, weight_decay=0.01, eval_strategy="steps",
                               eval_steps=100, logging_steps=50, save_strategy="no", report_to="none", seed=SEED),
        train_dataset=Orders(train_rows, tokenizer),
        eval_dataset=Orders(valid_rows, tokenizer),
        processing_class=tokenizer,
        data_collator=PadRight(tokenizer.pad_token_id),
    )
    trainer.train()
    print("validation loss:", trainer.evaluate()["eval_loss"])
    print("exact match on unseen wishes:", exact_match(model, tokenizer, test_rows))
