import pandas as pd
import torch


def find_bad_rows(model, batches):
    parts = []
    for batch in batches:
        with torch.inference_mode():
            out = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"])
        parts.append(pd.DataFrame({"label": batch["labels"].numpy(), "score": out.logits.sum(dim=1).numpy()}))
    table = pd.concat(parts, ignore_index=True)
    wrong = ~table["label"].between(0, model.config.num_labels - 1)
    bad = wrong | table["score"].isna()
    return table.index[bad].tolist(), table.loc[wrong, "label"].unique().tolist()
