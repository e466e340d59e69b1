export interface FilterTab<Value extends string> {
  value: Value;
  label: string;
  /** Rows that the filter would show; undefined to omit the count. */
  count?: number;
}

export interface FilterTabsProps<Value extends string> {
  /** Name of the group: "Category", "Timeframe". */
  label: string;
  tabs: readonly FilterTab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/**
 * Filters of a list: words with a 2 px ink underline. Buttons, not ARIA tabs, because there are no tab panels.
 */
export function FilterTabs<Value extends string>({ label, tabs, value, onChange }: FilterTabsProps<Value>) {
  return (
    <fieldset className="flex min-w-0 gap-5">
      <legend className="sr-only">{label}</legend>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          aria-pressed={tab.value === value}
          data-filter={tab.value}
          onClick={() => onChange(tab.value)}
          className="filter-tab"
        >
          {tab.label}
          {tab.count !== undefined && <span className="type-slip text-text-3">{tab.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
