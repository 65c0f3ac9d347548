"""The pages, by family. A live page has its fragment beside its routes."""
