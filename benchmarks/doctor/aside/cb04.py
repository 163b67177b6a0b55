# masked language model on a toy grammar, notebook turned into a script
# %%
import math
import random
from dataclasses import dataclass

import torch
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import (BertConfig, BertForMaskedLM, PreTrainedTokenizerFast, Trainer, TrainingArguments,
                          set_seed)

set_seed(21)
# %%
SUBJ = {"the cat": "meows", "the dog": "barks", "the cow": "moos", "the owl": "hoots", "the frog": "croaks", "the duck": "quacks"}
PLACE = ["in the barn", "near the river", "on the roof", "under a tree"]
TIME = ["at noon", "at night", "every day", "in winter", "in spring"]
HOW = ["loudly", "softly", "twice", "again", "slowly"]
all_lines = [f"{s} {v} {h} {p} {t}" for s, v in SUBJ.items() for h in HOW for p in PLACE for t in TIME]
random.shuffle(all_lines)
train_lines, valid_lines = all_lines[:480], all_lines[480:]

# %%
vocab = {w: i for i, w in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
                                    + sorted({w for l in train_lines for w in l.split()}))}
core = Tokenizer(models.WordLevel(vocab, unk_token="[UNK]"))
core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
core.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
tok = PreTrainedTokenizerFast(tokenizer_object=core, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]",
                              sep_token="[SEP]", mask_token="[MASK]")


# %%
@dataclass
class WordMasker:
    """Replaces some words of every line by [MASK]."""
    tokenizer: PreTrainedTokenizerFast
    probability: float = 0.15

    def __call__(self, rows):
        batch = self.tokenizer.pad([{"input_ids": r["input_ids"], "attention_mask": r["attention_mask"]} for r in rows],
                                   return_tensors="pt")
        ids = batch["input_ids"]
        labels = ids.clone()
        special = torch.isin(ids, torch.tensor(self.tokenizer.all_special_ids))
        chance = torch.full(ids.shape, self.probability).masked_fill(special, 0.0)
        chosen = torch.bernoulli(chance).bool()
        labels[special] = -100
        ids[chosen] = self.tokenizer.mask_token_id
        batch["labels"] = labels
        return batch


def encode(batch):
    return tok(batch["text"])


train = Dataset.from_dict({"text": train_lines}).map(encode, batched=True, remove_columns=["text"])
valid = Dataset.from_dict({"text": valid_lines}).map(encode, batched=True, remove_columns=["text"])

# %%
model = BertForMaskedLM(BertConfig(vocab_size=len(tok), hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
                                   intermediate_size=128, max_position_embeddings=32, pad_token_id=tok.pad_token_id))
trainer = Trainer(
    model=model,
    args=TrainingArguments("out/cb04", num_train_epochs=8, per_device_train_batch_size=16, learning_rate=1e-3,
                           warmup_steps=24, eval_strategy="epoch", save_strategy="no", logging_steps=30,
                           report_to="none"),
    train_dataset=train,
    eval_dataset=valid,
    data_collator=WordMasker(tok),
)
trainer.train()

# %%
result = trainer.evaluate()
print("masked LM perplexity on unseen lines:", round(math.exp(result["eval_loss"]), 3))
