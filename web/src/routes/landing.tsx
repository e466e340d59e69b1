export default function Landing() {
  return <main>Landing</main>;
}
