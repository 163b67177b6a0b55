"""Write numbers as words, T5 from scratch, scored by exact match."""
import random

import numpy as np
from datasets import Dataset, DatasetDict
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import (DataCollatorForSeq2Seq, PreTrainedTokenizerFast, Seq2SeqTrainer,
                          Seq2SeqTrainingArguments, T5Config, T5ForConditionalGeneration, set_seed)

set_seed(5)

ONES = "zero one two three four five six seven eight nine".split()
TENS = {2: "twenty", 3: "thirty", 4: "forty", 5: "fifty", 6: "sixty", 7: "seventy", 8: "eighty", 9: "ninety"}


def spell(n):
    h, t, o = n // 100, n // 10 % 10, n % 10
    words = [ONES[h], "hundred"] + [TENS[t]]
    if o:
        words.append(ONES[o])
    return " ".join(words)


numbers = [n for n in range(200, 1000) if n // 10 % 10 >= 2]
random.shuffle(numbers)
rows = [{"source": " ".join(f"{place}{digit}" for place, digit in zip("hto", str(n))), "target": spell(n)}
        for n in numbers]
splits = DatasetDict({"train": Dataset.from_list(rows[:500]), "validation": Dataset.from_list(rows[500:])})

tokens = sorted({w for r in rows[:500] for w in (r["source"] + " " + r["target"]).split()})
core = Tokenizer(models.WordLevel({w: i for i, w in enumerate(["<pad>", "</s>", "<unk>"] + tokens)}, unk_token="<unk>"))
core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
core.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
tokenizer = PreTrainedTokenizerFast(tokenizer_object=core, pad_token="<pad>", eos_token="</s>", unk_token="<unk>",
                                    model_input_names=["input_ids", "attention_mask"])


def preprocess(batch):
    enc = tokenizer(batch["source"])
    enc["labels"] = tokenizer(text_target=batch["target"])["input_ids"]
    return enc


encoded = splits.map(preprocess, batched=True, remove_columns=["source", "target"])

model = T5ForConditionalGeneration(T5Config(
    vocab_size=len(tokenizer), d_model=64, d_kv=16, d_ff=128, num_layers=2, num_heads=4, dropout_rate=0.0,
    pad_token_id=0, eos_token_id=1, decoder_start_token_id=0))


def compute_metrics(eval_pred):
    preds, labels = eval_pred
    preds = np.where(preds != -100, preds, tokenizer.pad_token_id)
    pred_text = tokenizer.batch_decode(preds, skip_special_tokens=True)
    label_text = tokenizer.batch_decode(labels, skip_special_tokens=True)
    same = [p.strip() == t.strip() for p, t in zip(pred_text, label_text)]
    return {"exact_match": sum(same) / len(same)}


args = Seq2SeqTrainingArguments(
    output_dir="out/cb06",
    num_train_epochs=12,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=70,
    learning_rate=2e-3,
    warmup_steps=30,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    predict_with_generate=True,
    generation_max_length=8,
    report_to="none",
    seed=5,
)
trainer = Seq2SeqTrainer(
    model=model,
    args=args,
    train_dataset=encoded["train"],
    eval_dataset=encoded["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorForSeq2Seq(tokenizer, model=model),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
