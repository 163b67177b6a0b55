# Extractive QA on small made-up stories, tiny BERT.
# (was a notebook)
import random

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForQuestionAnswering, AutoTokenizer

random.seed(5)
torch.manual_seed(5)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
model = AutoModelForQuestionAnswering.from_pretrained("checkpoints/bert")

# %% data
people = ["doctor", "farmer", "teacher", "sailor", "nurse", "painter", "baker", "waiter", "dancer", "singer"]
things = ["lantern", "trumpet", "suitcase", "violin", "hammer", "basket", "helmet", "map", "coin", "rucksack",
          "telescope", "ladle", "scarf", "glove"]
places = ["museum", "library", "harbour", "bakery", "greenhouse", "cellar", "factory", "gallery", "school", "clinic"]
questions = {
    "thing": "what was the object that the person in the story had lost ?",
    "place": "in which of all the places did the person lose the object ?",
}


def make(person, thing, place):
    context = f"the {person} lost a {thing} in the {place} ."
    kind = random.choice(["thing", "place"])
    answer = thing if kind == "thing" else place
    return {"question": questions[kind], "context": context, "answer": answer,
            "answer_start": context.index(f" {answer} ") + 1}


combos = [(p, t, o) for p in people for t in things for o in places]
random.shuffle(combos)
train_rows = [make(*c) for c in combos[:1000]]
val_rows = [make(*c) for c in combos[1000:1200]]


# %% features
def featurize(rows):
    enc = tokenizer(
        [r["question"] for r in rows],
        [r["context"] for r in rows],
        truncation="only_second",
        max_length=64,
        padding=True,
        return_offsets_mapping=True,
        return_tensors="pt",
    )
    starts, ends = [], []
    for r, offsets in zip(rows, enc.pop("offset_mapping").tolist()):
        first = r["answer_start"]
        last = first + len(r["answer"]) - 1
        start = end = 0
        for i, (s, e) in enumerate(offsets):
            if s <= first < e:
                start = i
                break
        for i, (s, e) in enumerate(offsets):
            if s <= last < e:
                end = i
                break
        starts.append(start)
        ends.append(end)
    enc["start_positions"] = torch.tensor(starts)
    enc["end_positions"] = torch.tensor(ends)
    return dict(enc)


def collate(idx_rows):
    return featurize(idx_rows)


train_loader = DataLoader(train_rows, batch_size=32, shuffle=True, collate_fn=collate)

# %% training
EPOCHS = 6
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)
for epoch in range(EPOCHS):
    model.train()
    losses = []
    for batch in train_loader:
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())

    model.eval()
    exact = 0
    with torch.no_grad():
        for k in range(0, len(val_rows), 50):
            part = val_rows[k:k + 50]
            enc = tokenizer([r["question"] for r in part], [r["context"] for r in part],
                            truncation="only_second", max_length=64, padding=True, return_tensors="pt")
            out = model(**enc)
            s, e = out.start_logits.argmax(-1), out.end_logits.argmax(-1)
            for j, r in enumerate(part):
                text = tokenizer.decode(enc["input_ids"][j][s[j]:e[j] + 1])
                exact += text == r["answer"]
    print(f"epoch {epoch + 1}: loss {sum(losses) / len(losses):.3f}, exact match {exact / len(val_rows):.3f}")
