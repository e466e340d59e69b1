import CircleAlert from 'lucide-react/icons/circle-exclamation-point';

/** Error below a field, which references it in `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="type-meta flex items-start gap-1.5 text-damage">
      <CircleAlert size={14} aria-hidden className="mt-0.75" />
      {children}
    </p>
  );
}
