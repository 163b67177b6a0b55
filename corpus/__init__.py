"""The course's embedded data and checkpoint, made here from a grammar, a lexicon and seeds.

``python -m corpus data`` writes the data sets below ``course/assets/glue``;
``python -m corpus checkpoint`` builds ``course/assets/checkpoint`` from them.
"""
