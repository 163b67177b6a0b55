# %% [markdown]
# # Des dates aux codes
# Un petit BART apprend à traduire « since 25 october 2026 » en « lozar lopek kipek ».
# Une même date revient avec plusieurs prépositions et donne alors le même code :
# on coupe donc par code, pour que le test ne pose que des questions nouvelles.

# %%
import json
from collections import Counter

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed)

set_seed(2)
chemin = "checkpoints/dates"
tok = AutoTokenizer.from_pretrained(chemin)
modele = AutoModelForSeq2SeqLM.from_pretrained(chemin)


# %%
def charger(nom):
    with open(f"data/dates/{nom}.jsonl", encoding="utf-8") as f:
        return [json.loads(ligne) for ligne in f]


test = charger("test")
codes_test = {x["code"] for x in test}
val = [x for x in charger("validation") if x["code"] not in codes_test]
codes_val = {x["code"] for x in val}
train = [x for x in charger("train") if x["code"] not in codes_test | codes_val]
print(len(train), len(val), len(test))


# %%
def preparer(lot):
    entree = tok(lot["date"], truncation=True, max_length=32)
    entree["labels"] = tok(text_target=lot["code"], truncation=True, max_length=32)["input_ids"]
    return entree


def en_tokens(lignes):
    return Dataset.from_list(lignes).map(preparer, batched=True, remove_columns=["date", "code"])


train_ds, val_ds, test_ds = map(en_tokens, (train, val, test))


# %%
def decoder(ids):
    # -100 (remplissage) ne veut rien dire pour le tokenizer
    ids = np.where(ids == -100, tok.pad_token_id, ids)
    return [" ".join(t.split()) for t in tok.batch_decode(ids, skip_special_tokens=True)]


def mesurer(p):
    dit, vrai = decoder(p.predictions), decoder(p.label_ids)
    exact = np.mean([a == b for a, b in zip(dit, vrai)])
    # part des mots du code qui sont à leur place
    justes = total = 0
    for a, b in zip(dit, vrai):
        a, b = a.split(), b.split()
        justes += sum(m == n for m, n in zip(a, b))
        total += max(len(a), len(b))
    return {"exact": float(exact), "mots": justes / total}


# %%
args = Seq2SeqTrainingArguments(
    output_dir="out/jc14",
    num_train_epochs=12,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    learning_rate=1e-3,
    warmup_ratio=0.1,
    lr_scheduler_type="linear",
    predict_with_generate=True,
    generation_max_length=8,
    generation_num_beams=1,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="mots",
    greater_is_better=True,
    disable_tqdm=True,
    report_to="none",
    use_cpu=True,
    seed=2,
)
trainer = Seq2SeqTrainer(
    model=modele,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    data_collator=DataCollatorForSeq2Seq(tok, model=modele),
    processing_class=tok,
    compute_metrics=mesurer,
)
trainer.train()

# %%
sortie = trainer.predict(test_ds, metric_key_prefix="test")
print(f"test : {sortie.metrics['test_exact']:.3f} codes exacts, {sortie.metrics['test_mots']:.3f} mots à leur place")
habituel, _ = Counter(x["code"] for x in train).most_common(1)[0]
print(f"toujours « {habituel} » : {np.mean([x['code'] == habituel for x in test]):.3f} codes exacts")
for x, dit in list(zip(test, decoder(sortie.predictions)))[:5]:
    print(f"  {x['date']:26s} {x['code']:22s} {dit}")
