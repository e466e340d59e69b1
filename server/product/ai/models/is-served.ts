/** OpenRouter lists no routing suffixes (`:nitro`, `:floor`, …); Ollama lists `name` as `name:latest`. */
export function isServed(model: string, ids: readonly string[]): boolean {
  const plain = model.replace(/:(nitro|floor|online|exacto)$/, '');
  return [plain, model, `${model}:latest`].some((name) => ids.includes(name));
}
