# Extractive question answering on little news items.
import random

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from torch.utils.data import DataLoader
from transformers import BertConfig, BertForQuestionAnswering, PreTrainedTokenizerFast, get_linear_schedule_with_warmup

random.seed(11)
torch.manual_seed(11)

WHO = ["anna", "bashir", "chloe", "dmitri", "elena", "farid", "greta", "hugo"]
WHERE = ["lisbon", "oslo", "nairobi", "quito", "hanoi", "turin", "bergen", "dakar"]
WHEN = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
SHAPES = ["{p} opened a shop in {c} on {d}", "on {d} {p} opened a shop in {c}", "in {c} a shop was opened by {p} on {d}",
          "a shop was opened on {d} by {p} in {c}"]
QUESTIONS = {"who opened the shop": "p", "where is the shop": "c", "when was it opened": "d"}


def make(n, skip=()):
    rows, keys = [], set()
    while len(rows) < n:
        facts = {"p": random.choice(WHO), "c": random.choice(WHERE), "d": random.choice(WHEN)}
        context = random.choice(SHAPES).format(**facts)
        question, slot = random.choice(list(QUESTIONS.items()))
        if (context, question) in skip or (context, question) in keys:
            continue
        keys.add((context, question))
        rows.append({"question": question, "context": context, "answer": facts[slot],
                     "answer_start": context.index(facts[slot])})
    return rows, keys


train_rows, train_keys = make(900)
valid_rows, _ = make(200, skip=train_keys)

words = sorted({w for r in train_rows for w in (r["question"] + " " + r["context"]).split()})
vocab = {w: i for i, w in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]"] + words)}
tok = Tokenizer(models.WordLevel(vocab, unk_token="[UNK]"))
tok.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tok.post_processor = processors.TemplateProcessing(
    single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
tokenizer = PreTrainedTokenizerFast(tokenizer_object=tok, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]",
                                    sep_token="[SEP]",
                                    model_input_names=["input_ids", "token_type_ids", "attention_mask"])


def collate(rows):
    batch = tokenizer([r["question"] for r in rows], [r["context"] for r in rows], padding=True, return_tensors="pt")
    starts = [r["answer_start"] for r in rows]
    ends = [r["answer_start"] + len(r["answer"]) for r in rows]
    batch["start_positions"] = torch.tensor(starts)
    batch["end_positions"] = torch.tensor(ends)
    return batch


model = BertForQuestionAnswering(BertConfig(
    vocab_size=len(tokenizer), hidden_size=64, num_hidden_layers=2, num_attention_heads=4, intermediate_size=128,
    max_position_embeddings=64, pad_token_id=tokenizer.pad_token_id))
loader = DataLoader(train_rows, batch_size=30, shuffle=True, collate_fn=collate)
EPOCHS = 10
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
schedule = get_linear_schedule_with_warmup(optimizer, 20, EPOCHS * len(loader))

for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for batch in loader:
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        total += loss.item()

    model.eval()
    hits = 0
    with torch.no_grad():
        for i in range(0, len(valid_rows), 50):
            part = valid_rows[i:i + 50]
            enc = tokenizer([r["question"] for r in part], [r["context"] for r in part], padding=True, return_tensors="pt")
            out = model(**enc)
            s, e = out.start_logits.argmax(-1), out.end_logits.argmax(-1)
            for k, r in enumerate(part):
                span = enc["input_ids"][k, s[k]:e[k] + 1]
                hits += tokenizer.decode(span, skip_special_tokens=True).strip() == r["answer"]
    print(f"epoch {epoch}: loss {total / len(loader):.3f}  exact match {hits / len(valid_rows):.3f}")
