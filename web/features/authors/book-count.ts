/** "1 Book", "0 Books", "1,204 Books". */
export function bookCount(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'Book' : 'Books'}`
}
