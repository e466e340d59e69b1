export default function Mailbox() {
  return <main>Mailbox</main>;
}
