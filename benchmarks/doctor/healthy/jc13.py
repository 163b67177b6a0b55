"""Rare faults: one machine in sixteen. Every batch is drawn with equal shares of both classes.

The sampler changes the training batches only; validation and test keep their natural shares.
Because balanced sampling pushes the scores up, the alarm threshold is set on validation rows.
"""
import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve, recall_score
from sklearn.model_selection import train_test_split
from torch.utils.data import TensorDataset, WeightedRandomSampler
from transformers import PretrainedConfig, PreTrainedModel, Trainer, TrainingArguments, set_seed
from transformers.modeling_outputs import SequenceClassifierOutput


class FaultConfig(PretrainedConfig):
    model_type = "fault-mlp"

    def __init__(self, n_features=16, hidden=48, dropout=0.1, **kwargs):
        self.n_features = n_features
        self.hidden = hidden
        self.dropout = dropout
        super().__init__(**kwargs)


class FaultModel(PreTrainedModel):
    config_class = FaultConfig
    main_input_name = "values"

    def __init__(self, config):
        super().__init__(config)
        self.layers = torch.nn.Sequential(
            torch.nn.Linear(config.n_features, config.hidden), torch.nn.SiLU(), torch.nn.Dropout(config.dropout),
            torch.nn.Linear(config.hidden, config.hidden), torch.nn.SiLU(), torch.nn.Dropout(config.dropout),
            torch.nn.Linear(config.hidden, 2))
        self.post_init()

    def _init_weights(self, module):
        if isinstance(module, torch.nn.Linear):
            torch.nn.init.xavier_uniform_(module.weight)
            torch.nn.init.zeros_(module.bias)

    def forward(self, values, labels=None):
        logits = self.layers(values)
        loss = None if labels is None else torch.nn.functional.cross_entropy(logits, labels)
        return SequenceClassifierOutput(loss=loss, logits=logits)


class BalancedTrainer(Trainer):
    def _get_train_sampler(self, train_dataset=None):
        data = self.train_dataset if train_dataset is None else train_dataset
        labels = data.tensors[1]
        weight = 1.0 / torch.bincount(labels).double()
        generator = torch.Generator().manual_seed(self.args.seed)
        return WeightedRandomSampler(weight[labels], num_samples=len(labels), replacement=True, generator=generator)


def stack(pairs):
    values, labels = zip(*pairs)
    return {"values": torch.stack(values), "labels": torch.stack(labels)}


def fault_score(logits):
    return logits[:, 1] - logits[:, 0]


def ranking(p):
    return {"ap": float(average_precision_score(p.label_ids, fault_score(p.predictions)))}


def best_threshold(truth, score):
    precision, recall, cuts = precision_recall_curve(truth, score)
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-12)
    return cuts[int(np.argmax(f1[:-1]))]


def main():
    set_seed(6)
    X, y = make_classification(n_samples=6000, n_features=16, n_informative=6, n_redundant=2,
                               weights=[15 / 16], class_sep=1.5, flip_y=0.005, random_state=6)
    X, X_test, y, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=6)
    X, X_val, y, y_val = train_test_split(X, y, test_size=0.25, stratify=y, random_state=6)
    mean, std = X.mean(axis=0), X.std(axis=0)

    def dataset(a, b):
        return TensorDataset(torch.tensor((a - mean) / std, dtype=torch.float32), torch.tensor(b, dtype=torch.long))

    val, test = dataset(X_val, y_val), dataset(X_test, y_test)
    trainer = BalancedTrainer(
        model=FaultModel(FaultConfig()),
        args=TrainingArguments(
            output_dir="out/jc13", num_train_epochs=12, per_device_train_batch_size=64,
            per_device_eval_batch_size=512, learning_rate=2e-3, warmup_ratio=0.1, weight_decay=0.01,
            eval_strategy="epoch", save_strategy="epoch", logging_strategy="epoch", save_total_limit=1,
            load_best_model_at_end=True, metric_for_best_model="ap", greater_is_better=True,
            report_to="none", use_cpu=True, seed=6),
        train_dataset=dataset(X, y), eval_dataset=val, data_collator=stack, compute_metrics=ranking)
    trainer.train()

    on_val = trainer.predict(val)
    cut = best_threshold(on_val.label_ids, fault_score(on_val.predictions))
    on_test = trainer.predict(test)
    score, truth = fault_score(on_test.predictions), on_test.label_ids
    alarm = score >= cut
    print(f"average precision {average_precision_score(truth, score):.3f} (random order: {truth.mean():.3f})")
    print(f"at the cut {cut:.2f}: F1 {f1_score(truth, alarm):.3f}, recall {recall_score(truth, alarm):.3f}; "
          f"alarm for everything: F1 {f1_score(truth, np.ones_like(truth)):.3f}")


if __name__ == "__main__":
    main()
