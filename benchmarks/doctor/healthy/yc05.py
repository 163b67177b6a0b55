# %% [markdown]
# Question answering over notes that are longer than the window
# %%
import random
import numpy as np
from datasets import Dataset, DatasetDict
from transformers import AutoTokenizer, AutoModelForQuestionAnswering, TrainingArguments, Trainer, DefaultDataCollator
from transformers import set_seed

set_seed(7)

# %%
fill = [
    "the cellar was cleaned in the morning .",
    "nobody was at the pier after midnight .",
    "the weather was cold and there was some rain .",
    "two boxes were sent to the museum .",
    "the teacher asked for a new chair .",
    "a letter from the school is on the table .",
]
rooms = ["library", "pantry", "workshop", "laboratory", "gallery"]
places = ["basket", "barrel", "wardrobe", "suitcase", "chest", "backpack", "handbag"]


def make_rows(n, seed):
    r = random.Random(seed)
    rows = []
    for k in range(n):
        room, place = r.choice(rooms), r.choice(places)
        sentences = [r.choice(fill) for _ in range(r.randint(4, 7))]
        sentences.insert(r.randint(0, len(sentences)), f"the key to the {room} is hidden in the {place} .")
        context = " ".join(sentences)
        rows.append({"id": k, "question": f"where is the key to the {room} ?", "context": context,
                     "answers": {"text": [place], "answer_start": [context.index(place)]}})
    return Dataset.from_list(rows)


raw = DatasetDict({"train": make_rows(300, 1), "validation": make_rows(80, 2)})
raw

# %%
tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
max_length = 64
stride = 16


def prepare(examples):
    tok = tokenizer(
        examples["question"],
        examples["context"],
        truncation="only_second",
        max_length=max_length,
        stride=stride,
        return_overflowing_tokens=True,
        return_offsets_mapping=True,
        padding="max_length",
    )
    sample_map = tok.pop("overflow_to_sample_mapping")
    offsets = tok.pop("offset_mapping")
    tok["start_positions"], tok["end_positions"] = [], []
    for i, off in enumerate(offsets):
        answer = examples["answers"][sample_map[i]]
        a = answer["answer_start"][0]
        b = a + len(answer["text"][0])
        seq = tok.sequence_ids(i)
        inside = [j for j, s in enumerate(seq) if s == 1]
        first, last = inside[0], inside[-1]
        if off[first][0] > a or off[last][1] < b:
            tok["start_positions"].append(0)
            tok["end_positions"].append(0)
        else:
            tok["start_positions"].append(max(j for j in inside if off[j][0] <= a))
            tok["end_positions"].append(min(j for j in inside if off[j][1] >= b))
    return tok


tokenized = raw.map(prepare, batched=True, remove_columns=raw["train"].column_names)
tokenized

# %%
model = AutoModelForQuestionAnswering.from_pretrained("checkpoints/bert")


def compute_metrics(p):
    (start, end), (gold_start, gold_end) = p.predictions, p.label_ids
    ok = (start.argmax(-1) == gold_start) & (end.argmax(-1) == gold_end)
    return {"exact": float(np.mean(ok)), "exact_with_answer": float(np.mean(ok[gold_start > 0]))}


training_args = TrainingArguments(
    "out/yc05", learning_rate=1e-3, num_train_epochs=5, per_device_train_batch_size=16, warmup_ratio=0.1,
    eval_strategy="epoch", save_strategy="no", logging_strategy="epoch", report_to="none", disable_tqdm=True,
)
trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=DefaultDataCollator(),
    compute_metrics=compute_metrics,
)
trainer.train()

# %%
print(trainer.evaluate())
