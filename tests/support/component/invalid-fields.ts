/** Returns names of the invalid fields in page order. Toggle buttons have no name of their own and count as their group's. */
export function findInvalidFields(): string[] {
  const fields = document.querySelectorAll('[aria-invalid=true], fieldset button[aria-describedby]:first-child')
  return [...fields].map((field) => field.getAttribute('name') ?? 'categories')
}
