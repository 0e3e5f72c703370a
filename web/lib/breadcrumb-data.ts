/** The pages above a page for search engines (schema.org BreadcrumbList); the last one is the page itself. */
export function breadcrumbData(pages: { name: string; url: string }[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: pages.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: url })),
  }
}
