import type { Statement } from '../db/database.ts';
import type { PlanType } from './parse/parse-accept.ts';
import { answerPlan } from './respond/answer-plan.ts';
import type { RestRequest, Run } from './rest-request.ts';
import { explainStatement } from './sql/explain-sql.ts';

/** Answers with the plan of a statement instead of its rows. ANALYZE runs the statement, so it is rolled back. */
export async function handlePlan(
  run: Run,
  rest: RestRequest,
  { statement, type, isReadOnly }: { statement: Statement; type: PlanType; isReadOnly: boolean },
): Promise<Response> {
  const lines = await run.explain(rest, explainStatement(statement, type), isReadOnly);
  return answerPlan(rest, type, lines);
}
