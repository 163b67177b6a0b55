"""Tokenizers, special tokens, padding and attention masks, prompts and what is generated from them."""
