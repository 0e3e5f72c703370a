/** Names of the fields that are marked as wrong, in the order of the page. Toggle buttons have none but their group's. */
export function findInvalidFields(): string[] {
  const fields = document.querySelectorAll('[aria-invalid=true], fieldset button[aria-describedby]:first-child')
  return [...fields].map((field) => field.getAttribute('name') ?? 'categories')
}
