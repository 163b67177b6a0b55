import random

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForQuestionAnswering, AutoTokenizer

random.seed(1)
torch.manual_seed(1)

PEOPLE = ["farmer", "singer", "doctor", "captain", "librarian", "baker", "sailor", "teacher"]
THINGS = ["letter", "book", "suitcase", "painting", "violin"]
PLACES = ["library", "museum", "hospital", "station", "bakery", "harbour", "lighthouse", "court"]
DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
OPENINGS = ["", "after breakfast ", "in july ", "despite the weather ", "according to the news "]


def make_examples(n):
    contexts, questions, answers = [], [], []
    for _ in range(n):
        who, what, place, day = (random.choice(x) for x in (PEOPLE, THINGS, PLACES, DAYS))
        context = f"{random.choice(OPENINGS)}the {who} sent the {what} to the {place} on {day} ."
        question, text = random.choice([
            (f"who sent the {what} ?", who),
            (f"to which place was the {what} sent ?", place),
            (f"when was the {what} sent ?", day),
        ])
        contexts.append(context)
        questions.append(question)
        answers.append({"text": text, "answer_start": context.index(f" {text} ") + 1})
    return contexts, questions, answers


def add_end_idx(answers):
    for answer in answers:
        answer["answer_end"] = answer["answer_start"] + len(answer["text"])


def add_token_positions(encodings, answers):
    start_positions = []
    end_positions = []
    for i in range(len(answers)):
        start_positions.append(encodings.char_to_token(i, answers[i]["answer_start"]))
        end_positions.append(encodings.char_to_token(i, answers[i]["answer_end"] - 1))
    encodings.update({"start_positions": start_positions, "end_positions": end_positions})


class SquadDataset(torch.utils.data.Dataset):
    def __init__(self, encodings):
        self.encodings = encodings

    def __getitem__(self, idx):
        return {key: torch.tensor(val[idx]) for key, val in self.encodings.items()}

    def __len__(self):
        return len(self.encodings["input_ids"])


tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")

train_contexts, train_questions, train_answers = make_examples(800)
val_contexts, val_questions, val_answers = make_examples(150)
add_end_idx(train_answers)
add_end_idx(val_answers)

train_encodings = tokenizer(train_contexts, train_questions, truncation=True, padding=True)
val_encodings = tokenizer(val_contexts, val_questions, truncation=True, padding=True)
add_token_positions(train_encodings, train_answers)
add_token_positions(val_encodings, val_answers)

train_loader = DataLoader(SquadDataset(train_encodings), batch_size=16, shuffle=True)
val_loader = DataLoader(SquadDataset(val_encodings), batch_size=16)

model = AutoModelForQuestionAnswering.from_pretrained("checkpoints/bert")
optim = torch.optim.AdamW(model.parameters(), lr=3e-4)

for epoch in range(6):
    model.train()
    running = 0.0
    for batch in train_loader:
        optim.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        optim.step()
        running += loss.item()

    model.eval()
    exact = 0
    for batch in val_loader:
        with torch.no_grad():
            out = model(**batch)
        s, e = out.start_logits.argmax(1), out.end_logits.argmax(1)
        exact += ((s == batch["start_positions"]) & (e == batch["end_positions"])).sum().item()
    print("epoch", epoch, "loss", round(running / len(train_loader), 4), "exact match", round(exact / len(val_answers), 3))
