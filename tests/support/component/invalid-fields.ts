/** Returns the names of the invalid fields in page order. Toggle buttons have no separate name and count under the name of their group. */
export function findInvalidFields(): string[] {
  const fields = document.querySelectorAll('[aria-invalid=true], fieldset button[aria-describedby]:first-child')
  return [...fields].map((field) => field.getAttribute('name') ?? 'categories')
}
