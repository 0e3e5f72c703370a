export default function Bookshop() {
  return <h1>Bookshop</h1>
}
