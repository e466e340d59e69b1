/**
 * A script for a page, before anything else in it: counts what React draws, as its developer tools do. Every commit
 * adds the rows (`data-task-id`) drawn again and the number of all components drawn in it to `window.renders`.
 */
export const COUNT_RENDERS = `{
  const PERFORMED_WORK = 1;
  const COMPONENTS = new Set([0, 11, 14, 15]); // function, forwardRef, memo, simple memo
  window.renders = [];
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot(_id, root) {
      const commit = { rows: [], components: 0 };
      visit(root.current, root.current.alternate, commit);
      window.renders.push(commit);
    },
  };
  function visit(fiber, before, commit) {
    const isDrawn = before === null || (fiber.flags & PERFORMED_WORK) !== 0;
    if (isDrawn && COMPONENTS.has(fiber.tag)) {
      commit.components += 1;
      const id = fiber.child?.stateNode?.dataset?.taskId;
      // One that was not there before has been drawn for the first time, not again.
      if (id && fiber.child.tag === 5 && before !== null) commit.rows.push(id);
    }
    // Children that are the same objects were not looked at.
    if (before !== null && fiber.child === before.child) return;
    for (let child = fiber.child; child; child = child.sibling) visit(child, child.alternate, commit);
  }
}`;
