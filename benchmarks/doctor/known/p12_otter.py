import os
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import numpy as np
from datasets import load_dataset
from transformers import AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification
from transformers import Trainer, TrainingArguments, set_seed

set_seed(99)

ETIQUETAS = ["O", "LUGAR", "PERSONA", "EMPRESA"]
TOK = AutoTokenizer.from_pretrained("checkpoints/tags")


def alinear(ejemplo):
    # una palabra puede dar varias piezas: solo la primera lleva etiqueta
    cod = TOK(ejemplo["words"], is_split_into_words=True, truncation=True, max_length=64)
    etiquetas, anterior = [], None
    for palabra in cod.word_ids():
        if palabra is None or palabra == anterior:
            etiquetas.append(-100)
        else:
            etiquetas.append(ejemplo["tags"][palabra])
        anterior = palabra
    cod["labels"] = etiquetas
    return cod


datos = load_dataset("data/tags").map(alinear, remove_columns=["words", "tags"])


def medir(p):
    predicho = np.argmax(p.predictions, axis=2)
    verdad = p.label_ids
    exactitud = (predicho == verdad).mean()
    return {"exactitud": float(exactitud)}


modelo = AutoModelForTokenClassification.from_pretrained(
    "checkpoints/tags",
    num_labels=len(ETIQUETAS),
    id2label=dict(enumerate(ETIQUETAS)),
    label2id={e: i for i, e in enumerate(ETIQUETAS)},
)

entrenador = Trainer(
    model=modelo,
    args=TrainingArguments(output_dir="out/etiquetas", learning_rate=1e-3, num_train_epochs=8,
                           per_device_train_batch_size=16, per_device_eval_batch_size=80,
                           save_strategy="no", eval_strategy="epoch", report_to="none"),
    train_dataset=datos["train"],
    eval_dataset=datos["validation"],
    data_collator=DataCollatorForTokenClassification(TOK),
    compute_metrics=medir,
)
entrenador.train()
print(entrenador.evaluate(datos["test"]))
